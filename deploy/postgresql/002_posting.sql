-- What every act of the book is made of: who speaks, the key, the lock, entries, and the answer kept.

CREATE TYPE tapis.act_key AS (
  table_name text, journal_id text, round bigint, attempt integer, kind text, seat integer
);

-- The role of this session may act for `p_table`; otherwise the act ends here and the server's log has it.
-- `session_user` is who logged in, whatever role the session has put on since. `p_pit`: the pit's role may, too;
-- `functions_of` says which acts a kind of role may execute at all.
CREATE FUNCTION tapis.must_speak_for(p_table text, p_pit boolean) RETURNS void LANGUAGE plpgsql STABLE AS $$
DECLARE who tapis.speakers%ROWTYPE;
BEGIN
  SELECT * INTO who FROM tapis.speakers s WHERE s.role_name = session_user;
  IF who.kind = 'simulation' OR (who.kind = 'table' AND who.table_name = p_table) OR (who.kind = 'pit' AND p_pit) THEN
    RETURN;
  END IF;
  RAISE EXCEPTION 'role % does not speak for table % here', session_user, quote_literal(p_table)
    USING ERRCODE = 'insufficient_privilege';
END $$;

-- What an act is asked with has a size; what is longer is refused before the jackpot is locked, and not kept: a
-- refusal that names the kind of a prize kept the 30 MB that a table in other hands had called it.
CREATE FUNCTION tapis.must_be_short(VARIADIC p_bytes integer[]) RETURNS void LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  IF (SELECT sum(bytes) FROM unnest(p_bytes) bytes) > 16384 THEN
    RAISE EXCEPTION 'a request of % bytes is too long', (SELECT sum(bytes) FROM unnest(p_bytes) bytes)
      USING ERRCODE = 'data_exception';
  END IF;
END $$;

-- Text as JSON writes it in ASCII alone: the digest of a request is the same in every kind of book.
CREATE FUNCTION tapis.ascii_json(p_text text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE out text := ''; one text; code integer; n integer;
BEGIN
  IF p_text COLLATE "C" ~ '^[ -~]*$' THEN
    RETURN to_json(p_text)::text;
  END IF;
  FOR n IN 1 .. length(p_text) LOOP
    one := substr(p_text, n, 1);
    code := ascii(one);
    out := out || CASE
      WHEN code < 127 THEN substr(to_json(one)::text, 2, length(to_json(one)::text) - 2)
      WHEN code < 65536 THEN '\u' || lpad(to_hex(code), 4, '0')
      ELSE '\u' || to_hex(55296 + ((code - 65536) >> 10)) || '\u' || to_hex(56320 + ((code - 65536) & 1023))
    END;
  END LOOP;
  RETURN '"' || out || '"';
END $$;

CREATE FUNCTION tapis.digest_of(p_request text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT encode(sha256(convert_to(p_request, 'UTF8')), 'hex')
$$;

CREATE FUNCTION tapis.words(p_key tapis.act_key) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT format('%s %s %s round %s/%s%s', p_key.kind, p_key.table_name, left(p_key.journal_id, 12), p_key.round,
    p_key.attempt, CASE WHEN p_key.seat > 0 THEN ' seat ' || p_key.seat ELSE '' END)
$$;

CREATE FUNCTION tapis.refused(p_code text, p_detail text) RETURNS json LANGUAGE sql IMMUTABLE AS $$
  SELECT json_build_object('answer', 'Refused', 'code', p_code, 'detail', p_detail)
$$;

-- What a stopped jackpot's increment is destined for, or an empty text while it runs.
CREATE FUNCTION tapis.stop_now() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT CASE e.kind WHEN 'stop' THEN e.note::json ->> 'fate' ELSE '' END FROM tapis.entries e
                   WHERE e.kind IN ('stop', 'reopening') ORDER BY e.seq DESC LIMIT 1), '')
$$;

-- An act is the whole of a transaction, and its transaction ends with it: what would hold the jackpot longer (an
-- open transaction, a statement that goes on behind the act) is refused here, before anything is locked. Only a
-- procedure `do_...` comes further: the client sent a call of it and nothing else, and its first COMMIT has shown
-- that no transaction stands around it (007_rights.sql). No backslash: how one is read is the session's to say.
CREATE FUNCTION tapis.alone() RETURNS void LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF (current_query() ~ '^CALL tapis[.]do_[a-z_]+[(]([$][0-9]+::[a-z_.]+([[][]])?, )*NULL::text[)]$') IS NOT TRUE THEN
    RAISE EXCEPTION 'role % asked for an act inside another statement: an act is asked for by itself', session_user
      USING ERRCODE = 'insufficient_privilege', HINT = 'CALL tapis.do_<act>($1::type, ..., NULL::text), and nothing else.';
  END IF;
END $$;

-- Whatever a role has set for itself, an act is durable, is not held up by a client that does not listen, and
-- finds its rows by index. To the end of the transaction, which the session does not see. A warning does reach the
-- client: that the wait for the standby was broken off is one, and an act that was to wait is then not acknowledged.
CREATE FUNCTION tapis.own_limits() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('synchronous_commit', 'remote_apply', true), set_config('client_min_messages', 'warning', true),
    set_config('lock_timeout', '5s', true), set_config('jit', 'off', true),
    set_config('max_parallel_workers_per_gather', '0', true), set_config('plan_cache_mode', 'auto', true),
    set_config('work_mem', '4MB', true), set_config('effective_cache_size', '4GB', true),
    set_config('seq_page_cost', '1', true), set_config('random_page_cost', '1.1', true),
    set_config('cpu_tuple_cost', '0.01', true), set_config('cpu_index_tuple_cost', '0.005', true),
    set_config('cpu_operator_cost', '0.0025', true), set_config('enable_indexscan', 'on', true),
    set_config('enable_indexonlyscan', 'on', true), set_config('enable_bitmapscan', 'on', true),
    set_config('enable_seqscan', 'on', true), set_config('enable_sort', 'on', true),
    set_config('enable_nestloop', 'on', true), set_config('enable_hashjoin', 'on', true),
    set_config('enable_mergejoin', 'on', true), set_config('enable_hashagg', 'on', true),
    set_config('plpgsql.check_asserts', 'on', true);
END $$;

-- The jackpot is this transaction's alone until it ends, which is soon: see `alone`.
CREATE FUNCTION tapis.take_turn() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tapis.alone(), tapis.own_limits();
  -- Waiters for a row are woken in no order, and at 900 acts a second one in a hundred waited 28 ms while
  -- others passed it; a lock on a table is given in the order in which it was asked for.
  LOCK TABLE tapis.turn IN EXCLUSIVE MODE;
  -- This lock is written down: whatever comes of the act has a commit of its own, which waits for the standby.
  PERFORM FROM tapis.standing WHERE id = 1 FOR UPDATE;
END $$;

-- This table could write now.
CREATE FUNCTION tapis.wrote(p_table text, p_at_ms bigint) RETURNS void LANGUAGE sql AS $$
  INSERT INTO tapis.probes VALUES (p_table, p_at_ms) ON CONFLICT (table_name) DO UPDATE SET at_ms = EXCLUDED.at_ms
$$;

-- The act has the jackpot to itself until its transaction ends. What was answered under this key is
-- returned, or `Conflict` if it was another request; null when the act is new. Who gave that answer may have
-- waited in vain for the standby: it is given again only with the commit of this turn behind it.
CREATE FUNCTION tapis.begin_act(p_key tapis.act_key, p_digest text) RETURNS json LANGUAGE plpgsql AS $$
DECLARE kept tapis.answers%ROWTYPE;
BEGIN
  -- People read a key on a terminal: one that moves the cursor wipes out the line that names it.
  IF NOT (length(p_key.table_name) BETWEEN 1 AND 64 AND length(p_key.journal_id) BETWEEN 1 AND 128
      AND p_key.journal_id || p_key.kind !~ E'[\\u0001-\\u001f\\u007f-\\u009f]'
      AND length(p_key.kind) BETWEEN 1 AND 32 AND p_key.round BETWEEN 0 AND 9007199254740991
      AND p_key.attempt >= 0 AND p_key.seat BETWEEN 0 AND 7) IS TRUE THEN
    RAISE EXCEPTION 'the key % is out of range', p_key USING ERRCODE = 'data_exception';
  END IF;
  PERFORM tapis.take_turn();
  SELECT * INTO kept FROM tapis.answers a
    WHERE a.table_name = p_key.table_name AND a.journal_id = p_key.journal_id AND a.round = p_key.round
      AND a.attempt = p_key.attempt AND a.kind = p_key.kind AND a.seat = p_key.seat;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  IF kept.digest = p_digest THEN
    RETURN kept.answer::json;
  END IF;
  RETURN json_build_object('answer', 'Conflict', 'first_act', kept.act, 'first_digest', kept.digest,
    'digest', p_digest);
END $$;

-- The answer is kept under its key; listeners are told that the book has moved, unless somebody has filled the
-- queue of what is told: a hint is not worth an act.
CREATE FUNCTION tapis.keep(p_key tapis.act_key, p_act text, p_digest text, p_answer json, p_cents bigint,
    p_seq bigint) RETURNS json LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tapis.answers VALUES (p_key.table_name, p_key.journal_id, p_key.round, p_key.attempt, p_key.kind,
    p_key.seat, p_act, p_digest, p_cents, p_seq, p_answer::text);
  IF p_seq > 0 AND pg_notification_queue_usage() < 0.5 THEN
    PERFORM pg_notify('tapis', p_seq::text);
  END IF;
  RETURN p_answer;
END $$;

-- The entry is in the ledger with the balances after it; its seq is returned.
CREATE FUNCTION tapis.post(p_kind text, p_round_id bigint, p_attempt integer, p_at_ms bigint,
    p_meter bigint DEFAULT 0, p_frozen bigint DEFAULT 0, p_reserve bigint DEFAULT 0,
    p_overflow bigint DEFAULT 0, p_house bigint DEFAULT 0, p_paid bigint DEFAULT 0,
    p_seat integer DEFAULT 0, p_link bigint DEFAULT 0, p_note text DEFAULT '')
  RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  s tapis.standing%ROWTYPE;
  staked boolean := p_kind IN ('contribution', 'refund');
  gross bigint := p_meter + p_frozen + p_reserve + p_overflow + p_house + p_paid;
  won boolean := p_kind = 'award' AND p_note = 'jackpot';
BEGIN
  UPDATE tapis.standing SET
    seq = seq + 1,
    meter_balance = meter_balance + p_meter,
    frozen_balance = frozen_balance + p_frozen,
    reserve_balance = reserve_balance + p_reserve,
    overflow_balance = overflow_balance + p_overflow,
    house_balance = house_balance + p_house,
    paid_balance = paid_balance + p_paid,
    -- What a carry finds no room for in the meter goes to the overflow, out of what was frozen.
    seed_total = seed_total
      + CASE WHEN p_kind IN ('seed', 'release', 'spill', 'carry') THEN p_meter + p_frozen ELSE 0 END,
    contributed_total = contributed_total + CASE WHEN staked THEN p_meter ELSE 0 END,
    reserved_total = reserved_total + CASE WHEN staked THEN p_reserve ELSE 0 END,
    overflowed_total = overflowed_total + CASE WHEN staked THEN p_overflow ELSE 0 END,
    house_total = house_total + CASE WHEN staked THEN p_house ELSE 0 END,
    stakes_total = stakes_total + CASE WHEN staked THEN gross ELSE 0 END,
    awarded_total = awarded_total - CASE WHEN p_kind = 'award' THEN p_meter + p_frozen ELSE 0 END,
    awarded_house_total = awarded_house_total - CASE WHEN p_kind = 'award' THEN p_paid ELSE 0 END,
    refunded_total = refunded_total - CASE WHEN p_kind = 'refund' THEN gross ELSE 0 END,
    corrected_total = corrected_total + CASE WHEN p_kind = 'correction' THEN p_meter ELSE 0 END,
    stakes_count_total = stakes_count_total
      + CASE p_kind WHEN 'contribution' THEN 1 WHEN 'refund' THEN -1 ELSE 0 END,
    wins_count_total = wins_count_total + CASE WHEN won THEN 1 ELSE 0 END,
    wins_cents_total = wins_cents_total - CASE WHEN won THEN p_frozen / 1000000 ELSE 0 END
  RETURNING * INTO s;
  INSERT INTO tapis.entries VALUES (s.seq, p_at_ms, p_kind, p_round_id, p_attempt, p_seat, s.generation, p_link,
    p_note, p_meter, p_frozen, p_reserve, p_overflow, p_house, p_paid, s.meter_balance, s.frozen_balance,
    s.reserve_balance, s.overflow_balance, s.house_balance, s.paid_balance);
  RETURN s.seq;
END $$;

CREATE FUNCTION tapis.meter_cents() RETURNS bigint LANGUAGE sql AS $$
  SELECT meter_balance / 1000000 FROM tapis.standing
$$;

-- How much of `p_micro` the meter can still take within the limit.
CREATE FUNCTION tapis.room_for(p_meter bigint, p_micro bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN limit_cents IS NULL THEN p_micro
    ELSE least(p_micro, greatest(0, limit_cents * 1000000 - p_meter)) END
  FROM tapis.jackpot
$$;

-- The stakes of a round that stand: the contribution of each seat, refunded ones left out.
CREATE FUNCTION tapis.stakes(p_round_id bigint) RETURNS SETOF tapis.entries LANGUAGE sql STABLE AS $$
  SELECT e.* FROM tapis.entries e WHERE e.round_id = p_round_id AND e.kind = 'contribution'
    AND NOT EXISTS (SELECT FROM tapis.entries r WHERE r.link_seq = e.seq AND r.kind = 'refund')
  ORDER BY e.seq
$$;

-- What is wrong with the names and the reason of an act that two persons answer for; null if nothing.
CREATE FUNCTION tapis.two_persons(p_persons text[], p_reason text) RETURNS json LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  blank text := E' \t\n\r\f\v\u00a0\u2002\u2003\u2009\u202f\u3000';
  one text;
BEGIN
  IF cardinality(p_persons) IS DISTINCT FROM 2 THEN
    RETURN tapis.refused('persons', 'two persons are named, each in at most 64 characters');
  END IF;
  FOREACH one IN ARRAY p_persons LOOP
    IF one IS NULL OR btrim(one, blank) = '' OR length(one) > 64 THEN
      RETURN tapis.refused('persons', 'two persons are named, each in at most 64 characters');
    END IF;
  END LOOP;
  IF lower(btrim(p_persons[1], blank) COLLATE "und-x-icu") = lower(btrim(p_persons[2], blank) COLLATE "und-x-icu") THEN
    RETURN tapis.refused('persons', p_persons[1] || ' cannot approve what ' || p_persons[2] || ' proposed');
  END IF;
  IF p_reason IS NULL OR btrim(p_reason, blank) = '' OR length(p_reason) > 500 THEN
    RETURN tapis.refused('reason', 'a reason is given, in at most 500 characters');
  END IF;
  RETURN NULL;
END $$;

-- The note of an entry that two persons answer for.
CREATE FUNCTION tapis.witnessed(p_persons text[], p_reason text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT '{"persons": [' || to_json(p_persons[1]) || ', ' || to_json(p_persons[2]) || '], "reason": '
    || to_json(p_reason) || '}'
$$;

-- Generation 1 stands at the start amount. Called once, by the owner, when the book is made.
CREATE FUNCTION tapis.open_jackpot(p_terms text, p_profile text, p_profile_digest text, p_simulated boolean,
    p_at_ms bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE t json := p_terms::json; seed bigint := (t ->> 'start_cents')::bigint * 1000000;
BEGIN
  INSERT INTO tapis.jackpot VALUES (1, p_terms, tapis.digest_of(p_terms), p_profile, p_profile_digest,
    p_simulated, (t ->> 'stake_cents')::bigint, (t ->> 'start_cents')::bigint, (t ->> 'meter_share')::bigint,
    (t ->> 'reserve_share')::bigint, (t ->> 'house_share')::bigint, t ->> 'fixed_prizes_paid_from',
    (t ->> 'limit_cents')::bigint, (t ->> 'reset_cents')::bigint, (t ->> 'most_stakes')::integer);
  INSERT INTO tapis.standing VALUES (1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  PERFORM tapis.post('seed', 0, 0, p_at_ms, p_meter => seed);
  INSERT INTO tapis.generations VALUES (1, 1, seed, 0, 0, false, NULL, NULL);
END $$;
