-- The meter in the hands of two persons at a table: corrections (PM-08 ii, PM-11), and the jackpot stopped on
-- purpose (PM-14): while it is, no table takes a stake.

-- What a stopped jackpot's increment is destined for, or an empty text while it runs.
CREATE INDEX entries_stops ON tapis.entries (seq) WHERE kind IN ('stop', 'reopening');
CREATE FUNCTION tapis.stop_now() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT CASE e.kind WHEN 'stop' THEN e.note::json ->> 'fate' ELSE '' END FROM tapis.entries e
                   WHERE e.kind IN ('stop', 'reopening') ORDER BY e.seq DESC LIMIT 1), '')
$$;

-- As before, and a table's own role may let two persons correct, stop and reopen there: `functions_of` says
-- which acts of persons a kind of role may execute at all.
CREATE OR REPLACE FUNCTION tapis.must_speak_for(p_table text, p_pit boolean) RETURNS void LANGUAGE plpgsql STABLE AS $$
DECLARE who tapis.speakers%ROWTYPE;
BEGIN
  SELECT * INTO who FROM tapis.speakers s WHERE s.role_name = session_user;
  IF who.kind = 'simulation' OR (who.kind = 'table' AND who.table_name = p_table) OR (who.kind = 'pit' AND p_pit) THEN
    RETURN;
  END IF;
  RAISE EXCEPTION 'role % does not speak for table % here', session_user, quote_literal(p_table)
    USING ERRCODE = 'insufficient_privilege';
END $$;

-- No stake is taken while the jackpot is stopped. The lock comes first, so that a stop and a stake have one order.
ALTER FUNCTION tapis.contribute(text, text, bigint, integer, text, integer, integer[], bigint, bigint)
  RENAME TO contribute_running;
CREATE FUNCTION tapis.contribute(p_table text, p_journal text, p_round bigint, p_attempt integer, p_kind text,
    p_seat integer, p_seats integer[], p_stake bigint, p_at_ms bigint)
  RETURNS json LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, tapis, pg_temp AS $$
DECLARE
  key tapis.act_key := ROW(p_table, p_journal, p_round, p_attempt, p_kind, p_seat);
  digest text := tapis.digest_of('["contribute",[' || array_to_string(p_seats, ',') || '],' || p_stake || ']');
  kept json;
BEGIN
  PERFORM tapis.must_speak_for(p_table, false);
  LOCK TABLE tapis.turn IN EXCLUSIVE MODE;
  IF tapis.stop_now() <> '' THEN
    kept := tapis.begin_act(key, digest);
    IF kept IS NOT NULL THEN
      RETURN kept;
    END IF;
    RETURN tapis.keep(key, 'contribute', digest,
      tapis.refused('stopped', 'the jackpot is stopped: no stake is taken'), 0, 0);
  END IF;
  RETURN tapis.contribute_running(p_table, p_journal, p_round, p_attempt, p_kind, p_seat, p_seats, p_stake, p_at_ms);
END $$;

-- A mark in the ledger that two persons answer for, of no round of their table.
CREATE FUNCTION tapis.mark(p_key tapis.act_key, p_act text, p_digest text, p_kind text, p_fate text,
    p_note text, p_at_ms bigint) RETURNS json LANGUAGE plpgsql AS $$
DECLARE playing tapis.rounds%ROWTYPE; s tapis.standing%ROWTYPE; seq bigint;
BEGIN
  SELECT * INTO s FROM tapis.standing;
  SELECT * INTO playing FROM tapis.rounds r WHERE r.table_name = p_key.table_name
    AND r.journal_id = p_key.journal_id AND r.round = p_key.round;
  IF playing.id IS NULL THEN
    INSERT INTO tapis.rounds (table_name, journal_id, round, generation, finished_seq, dead)
      VALUES (p_key.table_name, p_key.journal_id, p_key.round, s.generation, s.seq + 1, false)
      RETURNING * INTO playing;
  END IF;
  seq := tapis.post(p_kind, playing.id, p_key.attempt, p_at_ms, p_note => p_note);
  RETURN tapis.keep(p_key, p_act, p_digest, json_build_object('answer', 'Stopped', 'fate', p_fate,
    'meter_cents', tapis.meter_cents(), 'book_seq', seq), 0, seq);
END $$;

CREATE FUNCTION tapis.stop(p_table text, p_journal text, p_round bigint, p_attempt integer, p_kind text,
    p_seat integer, p_fate text, p_persons text[], p_reason text, p_at_ms bigint)
  RETURNS json LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, tapis, pg_temp AS $$
DECLARE
  key tapis.act_key := ROW(p_table, p_journal, p_round, p_attempt, p_kind, p_seat);
  digest text := tapis.digest_of('["stop",' || tapis.ascii_json(p_fate) || ','
    || (SELECT string_agg(tapis.ascii_json(one) || ',', '' ORDER BY n)
        FROM unnest(p_persons) WITH ORDINALITY u (one, n)) || tapis.ascii_json(p_reason) || ']');
  no json;
BEGIN
  PERFORM tapis.must_speak_for(p_table, true);
  no := tapis.begin_act(key, digest);
  IF no IS NOT NULL THEN
    RETURN no;
  END IF;
  no := tapis.two_persons(p_persons, p_reason);
  IF no IS NULL AND (btrim(p_fate) = '' OR length(p_fate) > 64) IS NOT FALSE THEN
    no := tapis.refused('reason', 'what becomes of the increment is said, in at most 64 characters');
  ELSIF no IS NULL AND tapis.stop_now() <> '' THEN
    no := tapis.refused('stopped', tapis.words(key) || ': the jackpot is stopped already');
  END IF;
  IF no IS NOT NULL THEN
    RETURN tapis.keep(key, 'stop', digest, no, 0, 0);
  END IF;
  RETURN tapis.mark(key, 'stop', digest, 'stop', p_fate,
    left(tapis.witnessed(p_persons, p_reason), -1) || ', "fate": ' || to_json(p_fate) || '}', p_at_ms);
END $$;

CREATE FUNCTION tapis.reopen(p_table text, p_journal text, p_round bigint, p_attempt integer, p_kind text,
    p_seat integer, p_persons text[], p_reason text, p_at_ms bigint)
  RETURNS json LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, tapis, pg_temp AS $$
DECLARE
  key tapis.act_key := ROW(p_table, p_journal, p_round, p_attempt, p_kind, p_seat);
  digest text := tapis.digest_of('["reopen",' || (SELECT string_agg(tapis.ascii_json(one) || ',', '' ORDER BY n)
    FROM unnest(p_persons) WITH ORDINALITY u (one, n)) || tapis.ascii_json(p_reason) || ']');
  no json;
BEGIN
  PERFORM tapis.must_speak_for(p_table, true);
  no := tapis.begin_act(key, digest);
  IF no IS NOT NULL THEN
    RETURN no;
  END IF;
  no := tapis.two_persons(p_persons, p_reason);
  IF no IS NULL AND tapis.stop_now() = '' THEN
    no := tapis.refused('not_stopped', tapis.words(key) || ': the jackpot is not stopped');
  END IF;
  IF no IS NOT NULL THEN
    RETURN tapis.keep(key, 'reopen', digest, no, 0, 0);
  END IF;
  RETURN tapis.mark(key, 'reopen', digest, 'reopening', '', tapis.witnessed(p_persons, p_reason), p_at_ms);
END $$;

-- Every identity of the book, as before; a stop and its end move nothing.
CREATE OR REPLACE VIEW tapis.reconciliation (what, kept, added) AS
  WITH sums AS (
    SELECT
      coalesce(max(seq), 0) AS seq,
      sum(CASE WHEN kind IN ('seed', 'release', 'spill', 'carry') THEN meter_micro + frozen_micro ELSE 0 END) AS seed,
      sum(CASE WHEN kind IN ('contribution', 'refund') THEN meter_micro ELSE 0 END) AS contributed,
      sum(CASE WHEN kind IN ('contribution', 'refund') THEN reserve_micro ELSE 0 END) AS reserved,
      sum(CASE WHEN kind IN ('contribution', 'refund') THEN overflow_micro ELSE 0 END) AS overflowed,
      sum(CASE WHEN kind IN ('contribution', 'refund') THEN house_micro ELSE 0 END) AS house,
      sum(CASE WHEN kind IN ('contribution', 'refund') THEN out_micro ELSE 0 END) AS stakes,
      -sum(CASE WHEN kind = 'award' THEN meter_micro + frozen_micro ELSE 0 END) AS awarded,
      -sum(CASE WHEN kind = 'award' THEN paid_micro ELSE 0 END) AS awarded_house,
      -sum(CASE WHEN kind = 'refund' THEN out_micro ELSE 0 END) AS refunded,
      sum(CASE WHEN kind = 'correction' THEN meter_micro ELSE 0 END) AS corrected,
      sum(CASE kind WHEN 'contribution' THEN 1 WHEN 'refund' THEN -1 ELSE 0 END) AS stakes_count,
      sum(CASE WHEN kind = 'award' AND note = 'jackpot' THEN 1 ELSE 0 END) AS wins_count,
      -sum(CASE WHEN kind = 'award' AND note = 'jackpot' THEN frozen_micro / 1000000 ELSE 0 END) AS wins_cents,
      sum(meter_micro) AS meter_b, sum(frozen_micro) AS frozen_b, sum(reserve_micro) AS reserve_b,
      sum(overflow_micro) AS overflow_b, sum(house_micro) AS house_b, sum(paid_micro) AS paid_b,
      count(*) FILTER (WHERE NOT follows OR NOT sound) AS faults
    FROM (
      SELECT *,
        -- Each entry follows the one before: its number, and every balance.
        seq = coalesce(lag(seq) OVER ledger, 0) + 1
          AND meter_after_micro = coalesce(lag(meter_after_micro) OVER ledger, 0) + meter_micro
          AND frozen_after_micro = coalesce(lag(frozen_after_micro) OVER ledger, 0) + frozen_micro
          AND reserve_after_micro = coalesce(lag(reserve_after_micro) OVER ledger, 0) + reserve_micro
          AND overflow_after_micro = coalesce(lag(overflow_after_micro) OVER ledger, 0) + overflow_micro
          AND house_after_micro = coalesce(lag(house_after_micro) OVER ledger, 0) + house_micro
          AND paid_after_micro = coalesce(lag(paid_after_micro) OVER ledger, 0) + paid_micro AS follows,
        -- Each entry moves money as its kind may.
        CASE
          WHEN kind IN ('refusal', 'finish', 'closing', 'stop', 'reopening')
            THEN (meter_micro, frozen_micro, reserve_micro, overflow_micro, house_micro, paid_micro) = (0, 0, 0, 0, 0, 0)
          WHEN kind IN ('freeze', 'restore', 'carry', 'release', 'spill') THEN out_micro = 0
          WHEN kind = 'contribution' THEN out_micro > 0 AND least_micro >= 0
          WHEN kind = 'refund' THEN out_micro < 0 AND most_micro <= 0 AND link_seq > 0
          WHEN kind = 'award'
            THEN (out_micro < 0 OR note = 'jackpot') AND most_micro <= 0 AND out_micro % 1000000 = 0
          ELSE kind IN ('seed', 'correction')
        END AS sound
      FROM (
        SELECT e.*,
          e.meter_micro + e.frozen_micro + e.reserve_micro + e.overflow_micro + e.house_micro + e.paid_micro AS out_micro,
          least(e.meter_micro, e.frozen_micro, e.reserve_micro, e.overflow_micro, e.house_micro, e.paid_micro) AS least_micro,
          greatest(e.meter_micro, e.frozen_micro, e.reserve_micro, e.overflow_micro, e.house_micro, e.paid_micro) AS most_micro
        FROM tapis.entries e) AS moved
      WINDOW ledger AS (ORDER BY seq)) AS judged)
  SELECT v.what, v.kept::numeric, v.added::numeric FROM tapis.standing s, sums a, LATERAL (VALUES
    ('last entry', s.seq, a.seq::numeric),
    ('entries that do not follow or move money as they may', 0, a.faults),
    ('meter', s.meter_balance, a.meter_b), ('frozen', s.frozen_balance, a.frozen_b),
    ('reserve', s.reserve_balance, a.reserve_b), ('overflow', s.overflow_balance, a.overflow_b),
    ('house', s.house_balance, a.house_b), ('paid', s.paid_balance, a.paid_b),
    ('seed', s.seed_total, a.seed), ('contributed', s.contributed_total, a.contributed),
    ('reserved', s.reserved_total, a.reserved), ('overflowed', s.overflowed_total, a.overflowed),
    ('to the house', s.house_total, a.house), ('stakes', s.stakes_total, a.stakes),
    ('awarded', s.awarded_total, a.awarded), ('awarded by the house', s.awarded_house_total, a.awarded_house),
    ('refunded', s.refunded_total, a.refunded), ('corrected', s.corrected_total, a.corrected),
    ('count of stakes', s.stakes_count_total, a.stakes_count), ('count of wins', s.wins_count_total, a.wins_count),
    ('cents won', s.wins_cents_total, a.wins_cents)
  ) AS v (what, kept, added);

CREATE OR REPLACE FUNCTION tapis.read(p_check boolean) RETURNS json LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = pg_catalog, tapis, pg_temp AS $$
DECLARE s tapis.standing%ROWTYPE;
BEGIN
  SELECT * INTO s FROM tapis.standing;
  RETURN json_build_object('seq', s.seq, 'generation', s.generation, 'meter_micro', s.meter_balance,
    'frozen_micro', s.frozen_balance, 'reserve_micro', s.reserve_balance, 'overflow_micro', s.overflow_balance,
    'seed_micro', s.seed_total, 'contributed_micro', s.contributed_total, 'reserved_micro', s.reserved_total,
    'overflowed_micro', s.overflowed_total, 'house_micro', s.house_total, 'stakes_micro', s.stakes_total,
    'awarded_micro', s.awarded_total, 'awarded_house_micro', s.awarded_house_total,
    'refunded_micro', s.refunded_total, 'corrected_micro', s.corrected_total,
    'residual_micro', tapis.residual_micro(p_check), 'stakes_count', s.stakes_count_total,
    'wins_count', s.wins_count_total, 'wins_cents', s.wins_cents_total, 'checked', p_check,
    'open_rounds', (SELECT coalesce(json_agg(json_build_array(r.table_name, r.round) ORDER BY r.id), '[]'::json)
                    FROM tapis.rounds r WHERE r.finished_seq = 0),
    'pending', tapis.pending(), 'wins', tapis.wins(25), 'stop', tapis.stop_now());
END $$;

-- The meter alone, for the reading of every second.
CREATE OR REPLACE FUNCTION tapis.meter() RETURNS json LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = pg_catalog, tapis, pg_temp AS $$
  SELECT json_build_object('generation', s.generation, 'meter_cents', s.meter_balance / 1000000, 'seq', s.seq,
    'stop', tapis.stop_now(), 'pending', tapis.pending(), 'wins', tapis.wins(1))
  FROM tapis.standing s
$$;

-- The functions of the port that a kind of role may execute.
CREATE OR REPLACE FUNCTION tapis.functions_of(p_kind text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT ARRAY['hello', 'turned_away', 'read', 'meter', 'last', 'acts'] || CASE p_kind
    WHEN 'table' THEN ARRAY['contribute', 'finish', 'claim', 'award', 'refuse', 'refund', 'correct', 'stop', 'reopen']
    WHEN 'pit' THEN ARRAY['close_dead_round', 'correct', 'stop', 'reopen', 'ledger', 'unfinished']
    WHEN 'reader' THEN ARRAY['ledger', 'unfinished']
    WHEN 'simulation' THEN ARRAY['contribute', 'finish', 'claim', 'award', 'refuse', 'refund',
      'close_dead_round', 'correct', 'stop', 'reopen', 'ledger', 'unfinished']
  END
$$;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA tapis FROM PUBLIC;
SELECT tapis.grant_to(s.role_name, s.kind) FROM tapis.speakers s;
