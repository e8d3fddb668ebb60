-- What may be read: the book as it stands, acts, entries, and whether it all adds up.
--
-- These functions are STABLE: everything they read is one state of the book.

-- Who this session is for the book, what the jackpot is, and which schema this is.
CREATE FUNCTION tapis.hello() RETURNS json LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = pg_catalog, tapis, pg_temp AS $$
DECLARE who tapis.speakers%ROWTYPE; t tapis.jackpot%ROWTYPE;
BEGIN
  SELECT * INTO who FROM tapis.speakers s WHERE s.role_name = session_user;
  IF who.role_name IS NULL THEN
    RAISE EXCEPTION 'role % is not admitted to this jackpot', session_user
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  SELECT * INTO t FROM tapis.jackpot;
  RETURN json_build_object('version', (SELECT max(number) FROM tapis.migrations), 'kind', who.kind,
    'table', who.table_name, 'terms', t.terms, 'digest', t.digest, 'profile', t.profile,
    'profile_digest', t.profile_digest, 'simulated', t.simulated);
END $$;

-- A table that found itself to differ says so: the server's log has the sentence.
CREATE FUNCTION tapis.turned_away(p_why text) RETURNS void LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = pg_catalog, tapis, pg_temp AS $$
BEGIN
  RAISE LOG 'role % turned away: %', session_user, left(p_why, 300);
END $$;

CREATE FUNCTION tapis.pending() RETURNS json LANGUAGE sql STABLE AS $$
  SELECT coalesce(json_agg(json_build_object('generation', c.generation, 'order', c.ord, 'table', r.table_name,
    'journal_id', r.journal_id, 'round', r.round, 'attempt', c.attempt, 'seat', c.seat,
    'value_cents', g.value_micro / 1000000, 'released', c.state = 'released', 'book_seq', c.claim_seq)
    ORDER BY c.claim_seq), '[]'::json)
  FROM tapis.claims c JOIN tapis.rounds r ON r.id = c.round_id
    JOIN tapis.generations g ON g.number = c.generation
  WHERE c.state IN ('pending', 'released')
$$;

CREATE FUNCTION tapis.wins(p_most integer) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT coalesce(json_agg(w ORDER BY w.book_seq DESC), '[]'::json) FROM (
    SELECT c.generation, r.table_name AS "table", r.round, c.seat, c.cents, c.done_ms AS at_ms,
      c.done_seq AS book_seq
    FROM tapis.claims c JOIN tapis.rounds r ON r.id = c.round_id WHERE c.state = 'paid'
    ORDER BY c.done_seq DESC LIMIT p_most) w
$$;

-- Every identity of the book: what is kept beside the ledger, and what the ledger adds up to.
CREATE VIEW tapis.reconciliation (what, kept, added) AS
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

-- 0 when the identities of the book hold; with `p_check`, when the ledger adds up to it too. A sum of
-- differences none of which can cancel another. Two queries: in one, each reading of the second would plan
-- (and compile) adding up the ledger, which costs 30 ms once it has half a million entries.
CREATE FUNCTION tapis.residual_micro(p_check boolean) RETURNS numeric LANGUAGE plpgsql STABLE AS $$
DECLARE v_micro numeric;
BEGIN
  SELECT abs(s.seed_total::numeric + s.contributed_total - s.awarded_total + s.corrected_total - s.meter_balance
             - s.frozen_balance)
    + abs(s.stakes_total::numeric - s.contributed_total - s.reserved_total - s.overflowed_total - s.house_total)
    INTO v_micro FROM tapis.standing s;
  IF p_check THEN
    v_micro := v_micro + (SELECT sum(abs(r.kept - r.added)) FROM tapis.reconciliation r);
  END IF;
  RETURN v_micro;
END $$;

CREATE FUNCTION tapis.read(p_check boolean) RETURNS json LANGUAGE plpgsql STABLE SECURITY DEFINER
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

-- Which book this is, and what stands at an entry: so that a table sees a book that went back. A promotion and a
-- restore to a point in time begin another timeline; a base backup restored elsewhere, a dump or a copy of the
-- database is another cluster or another database. On a standby no timeline is written: nobody acts there.
CREATE FUNCTION tapis.identity() RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE v_timeline text := 'standby';
BEGIN
  IF NOT pg_is_in_recovery() THEN
    v_timeline := ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint::text;
  END IF;
  RETURN format('%s/%s/%s/%s', (SELECT b.made FROM tapis.book b),
    (SELECT c.system_identifier FROM pg_control_system() c),
    (SELECT d.oid FROM pg_database d WHERE d.datname = current_database()), v_timeline);
END $$;

-- The content of an entry and whose round it is of, in one word, the same in every kind of book; an empty text
-- where there is none.
CREATE FUNCTION tapis.entry_digest(p_seq bigint) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT tapis.digest_of(concat_ws('|', e.seq, e.at_ms, e.kind, e.round_id, e.attempt, e.seat,
      e.generation, e.link_seq, e.note, e.meter_micro, e.frozen_micro, e.reserve_micro, e.overflow_micro,
      e.house_micro, e.paid_micro, e.meter_after_micro, e.frozen_after_micro, e.reserve_after_micro,
      e.overflow_after_micro, e.house_after_micro, e.paid_after_micro, coalesce(r.table_name, ''),
      coalesce(r.journal_id, ''), coalesce(r.round, 0)))
    FROM tapis.entries e LEFT JOIN tapis.rounds r ON r.id = e.round_id WHERE e.seq = p_seq), '')
$$;

-- The meter, what is claimed and who was paid last, for the reading of every second; and the content of the
-- last entry and of the one that the table had heard.
CREATE FUNCTION tapis.meter(p_entry bigint DEFAULT 0) RETURNS json LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = pg_catalog, tapis, pg_temp AS $$
  SELECT json_build_object('generation', s.generation, 'meter_cents', s.meter_balance / 1000000, 'seq', s.seq,
    'stop', tapis.stop_now(), 'pending', tapis.pending(), 'wins', tapis.wins(1), 'book', tapis.identity(),
    'entry', tapis.entry_digest(s.seq), 'asked', tapis.entry_digest(p_entry))
  FROM tapis.standing s
$$;

-- An act went the whole way and moved no money: it waited for its turn, took the locks that a stake takes, wrote,
-- and is committed with the standby.
CREATE FUNCTION tapis.written(p_who text, p_at_ms bigint, p_entry bigint DEFAULT 0) RETURNS json
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tapis.take_turn();
  LOCK TABLE tapis.entries, tapis.answers, tapis.rounds, tapis.standing IN ROW EXCLUSIVE MODE;
  PERFORM tapis.wrote(p_who, p_at_ms);
  RETURN tapis.meter(p_entry);
END $$;

-- The meter, told by such an act: what can only be read takes no stake.
CREATE FUNCTION tapis.probe(p_table text, p_at_ms bigint, p_entry bigint) RETURNS json LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, tapis, pg_temp AS $$
BEGIN
  PERFORM tapis.must_speak_for(p_table, false);
  RETURN tapis.written(p_table, p_at_ms, p_entry);
END $$;

-- The last entry of a table, to be compared with its journal.
CREATE FUNCTION tapis.last(p_table text) RETURNS json LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = pg_catalog, tapis, pg_temp AS $$
  SELECT json_build_object('table', a.table_name, 'journal_id', a.journal_id, 'round', a.round,
    'attempt', a.attempt, 'kind', a.kind, 'seat', a.seat, 'book_seq', e.seq, 'at_ms', e.at_ms,
    'generation', e.generation, 'meter_cents', e.meter_after_micro / 1000000)
  FROM tapis.answers a JOIN tapis.entries e ON e.seq = a.book_seq
  WHERE a.table_name = p_table AND a.book_seq > 0 ORDER BY a.book_seq DESC LIMIT 1
$$;

-- Accepted acts in the order of the book: of every table, or to a table its own.
CREATE FUNCTION tapis.acts(p_after bigint, p_most integer) RETURNS TABLE (table_name text, journal_id text,
    round bigint, attempt integer, kind text, seat integer, act text, cents bigint, book_seq bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, tapis, pg_temp AS $$
  SELECT a.table_name, a.journal_id, a.round, a.attempt, a.kind, a.seat, a.act, a.cents, a.book_seq
  FROM tapis.answers a, tapis.speakers w
  WHERE a.book_seq > 0 AND a.book_seq > p_after AND w.role_name = session_user
    AND (w.table_name IS NULL OR w.table_name = a.table_name)
  ORDER BY a.book_seq LIMIT least(p_most, 10000)
$$;

-- The ledger, in order.
CREATE FUNCTION tapis.ledger(p_after bigint, p_most integer) RETURNS SETOF tapis.entries
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, tapis, pg_temp AS $$
  SELECT e.* FROM tapis.entries e WHERE e.seq > p_after ORDER BY e.seq LIMIT least(p_most, 10000)
$$;

-- Rounds that are not finished, or left a claim behind, with the key that two persons close them by.
CREATE FUNCTION tapis.unfinished() RETURNS TABLE (table_name text, journal_id text, round bigint,
    generation integer, attempt integer, since_ms bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, tapis, pg_temp AS $$
  SELECT r.table_name, r.journal_id, r.round, r.generation, last.attempt, last.at_ms
  FROM tapis.rounds r, LATERAL (SELECT e.attempt, e.at_ms FROM tapis.entries e WHERE e.round_id = r.id
                                ORDER BY e.seq DESC LIMIT 1) last
  WHERE NOT r.dead AND r.id IN (SELECT o.id FROM tapis.rounds o WHERE o.finished_seq = 0
                                UNION SELECT c.round_id FROM tapis.claims c WHERE c.state = 'pending')
  ORDER BY r.id
$$;

-- Who is admitted, and when each table last wrote.
CREATE FUNCTION tapis.admitted() RETURNS TABLE (role_name name, kind text, table_name text, last_seq bigint,
    last_ms bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, tapis, pg_temp AS $$
  SELECT s.role_name, s.kind, s.table_name, last.seq, last.at_ms FROM tapis.speakers s
    LEFT JOIN LATERAL (SELECT e.seq, e.at_ms FROM tapis.answers a JOIN tapis.entries e ON e.seq = a.book_seq
      WHERE a.table_name = s.table_name AND a.book_seq > 0 ORDER BY a.book_seq DESC LIMIT 1) last ON true
  ORDER BY s.kind, s.table_name, s.role_name
$$;
