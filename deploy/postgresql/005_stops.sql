-- The jackpot stopped on purpose by two persons and taken up again (PM-14): while it is stopped no table takes a
-- stake, and rounds that have contributed are played and paid.

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
  PERFORM tapis.must_be_short(pg_column_size(p_fate), pg_column_size(p_persons), pg_column_size(p_reason));
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
  PERFORM tapis.must_be_short(pg_column_size(p_persons), pg_column_size(p_reason));
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
