-- Acts on stakes and rounds: contribute, refund, finish, close a dead table's round, correct.

CREATE FUNCTION tapis.contribute(p_table text, p_journal text, p_round bigint, p_attempt integer, p_kind text,
    p_seat integer, p_seats integer[], p_stake bigint, p_at_ms bigint)
  RETURNS json LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, tapis, pg_temp AS $$
DECLARE
  key tapis.act_key := ROW(p_table, p_journal, p_round, p_attempt, p_kind, p_seat);
  request text := '["contribute",[' || array_to_string(p_seats, ',') || '],' || p_stake || ']';
  digest text := tapis.digest_of(request);
  kept json;
  t tapis.jackpot%ROWTYPE;
  s tapis.standing%ROWTYPE;
  playing tapis.rounds%ROWTYPE;
  staked integer := 0;
  taken integer;
  taken_seq bigint;
  many bigint := cardinality(p_seats);
  share bigint;
  after_micro bigint;
  over bigint;
BEGIN
  PERFORM tapis.must_speak_for(p_table, false);
  PERFORM tapis.must_be_short(pg_column_size(p_seats));
  kept := tapis.begin_act(key, digest);
  IF kept IS NOT NULL THEN
    RETURN kept;
  END IF;
  IF tapis.stop_now() <> '' THEN
    RETURN tapis.keep(key, 'contribute', digest,
      tapis.refused('stopped', 'the jackpot is stopped: no stake is taken'), 0, 0);
  END IF;
  SELECT * INTO t FROM tapis.jackpot;
  SELECT * INTO s FROM tapis.standing;
  IF p_stake <> t.stake_cents THEN
    RETURN tapis.keep(key, 'contribute', digest, tapis.refused('wrong_stake',
      format('a stake is %s cents, not %s', t.stake_cents, p_stake)), 0, 0);
  END IF;
  SELECT * INTO playing FROM tapis.rounds r
    WHERE r.table_name = p_table AND r.journal_id = p_journal AND r.round = p_round;
  IF playing.finished_seq > 0 THEN
    RETURN tapis.keep(key, 'contribute', digest, tapis.refused('round_finished',
      format('%s: finished by entry %s', tapis.words(key), playing.finished_seq)), 0, 0);
  END IF;
  IF playing.id IS NOT NULL THEN
    SELECT count(*), min(e.seat) FILTER (WHERE e.seat = ANY (p_seats)),
           min(e.seq) FILTER (WHERE e.seat = ANY (p_seats))
      INTO staked, taken, taken_seq FROM tapis.stakes(playing.id) e;
  END IF;
  IF staked + many > t.most_stakes THEN
    RETURN tapis.keep(key, 'contribute', digest, tapis.refused('unreasonable',
      format('%s stakes in one round, above %s', staked + many, t.most_stakes)), 0, 0);
  END IF;
  IF many = 0 OR (SELECT count(DISTINCT seat) <> many OR min(seat) < 1 OR max(seat) > 7
                  FROM unnest(p_seats) seat) THEN
    RETURN tapis.keep(key, 'contribute', digest, tapis.refused('bad_seats',
      format('%s are not distinct seats from 1 to 7', p_seats)), 0, 0);
  END IF;
  IF taken IS NOT NULL THEN
    RETURN tapis.keep(key, 'contribute', digest, tapis.refused('seat_has_stake',
      format('seat %s has contributed by entry %s', taken, taken_seq)), 0, 0);
  END IF;
  IF playing.id IS NULL THEN
    INSERT INTO tapis.rounds (table_name, journal_id, round, generation, finished_seq, dead)
      VALUES (p_table, p_journal, p_round, s.generation, 0, false) RETURNING * INTO playing;
  END IF;
  share := t.stake_cents * t.meter_share;
  -- After n stakes the meter is at m + n * share, or at the limit, or where it was above the limit.
  after_micro := s.meter_balance + tapis.room_for(s.meter_balance, many * share);
  over := many * share - (after_micro - s.meter_balance);
  INSERT INTO tapis.entries
    SELECT s.seq + n, p_at_ms, 'contribution', playing.id, p_attempt, seat, s.generation, 0, '',
      m - before, 0, t.stake_cents * t.reserve_share, share - (m - before), t.stake_cents * t.house_share, 0,
      m, s.frozen_balance, s.reserve_balance + n * t.stake_cents * t.reserve_share,
      s.overflow_balance + n * share - (m - s.meter_balance),
      s.house_balance + n * t.stake_cents * t.house_share, s.paid_balance
    FROM unnest(p_seats) WITH ORDINALITY AS u (seat, n),
      LATERAL (SELECT least(s.meter_balance + n * share, after_micro) AS m,
                      least(s.meter_balance + (n - 1) * share, after_micro) AS before) AS meter
    ORDER BY n;
  UPDATE tapis.standing SET
    seq = seq + many,
    meter_balance = after_micro,
    reserve_balance = reserve_balance + many * t.stake_cents * t.reserve_share,
    overflow_balance = overflow_balance + over,
    house_balance = house_balance + many * t.stake_cents * t.house_share,
    contributed_total = contributed_total + after_micro - s.meter_balance,
    reserved_total = reserved_total + many * t.stake_cents * t.reserve_share,
    overflowed_total = overflowed_total + over,
    house_total = house_total + many * t.stake_cents * t.house_share,
    stakes_total = stakes_total + many * t.stake_cents * 1000000,
    stakes_count_total = stakes_count_total + many;
  RETURN tapis.keep(key, 'contribute', digest, json_build_object(
    'answer', 'Contributed', 'generation', playing.generation, 'meter_generation', s.generation,
    'book_seq', s.seq + many, 'meter_before_cents', s.meter_balance / 1000000,
    'meter_cents', after_micro / 1000000, 'contributed_micro', after_micro - s.meter_balance,
    'stakes_cents', many * p_stake), many * p_stake, s.seq + many);
END $$;

-- What became of a contribution whose answer was lost and that nobody waits for any more: its answer, if the
-- book has it; else it is refused under its key for ever, and what is still on its way changes nothing.
CREATE FUNCTION tapis.forgo(p_table text, p_journal text, p_round bigint, p_attempt integer, p_kind text,
    p_seat integer, p_seats integer[], p_stake bigint)
  RETURNS json LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, tapis, pg_temp AS $$
DECLARE
  key tapis.act_key := ROW(p_table, p_journal, p_round, p_attempt, p_kind, p_seat);
  digest text := tapis.digest_of('["contribute",[' || array_to_string(p_seats, ',') || '],' || p_stake || ']');
  kept json;
BEGIN
  PERFORM tapis.must_speak_for(p_table, false);
  kept := tapis.begin_act(key, digest);
  IF kept IS NOT NULL THEN
    RETURN kept;
  END IF;
  RETURN tapis.keep(key, 'contribute', digest,
    tapis.refused('forgone', 'the round was not played, and this stake never will be'), 0, 0);
END $$;

-- The round of the key: `playing` if it is known and, with `p_open`, not finished; otherwise why not.
CREATE FUNCTION tapis.round_of(p_key tapis.act_key, p_open boolean, OUT playing tapis.rounds, OUT no json)
  LANGUAGE plpgsql AS $$
BEGIN
  SELECT * INTO playing FROM tapis.rounds r
    WHERE r.table_name = p_key.table_name AND r.journal_id = p_key.journal_id AND r.round = p_key.round;
  IF playing.id IS NULL THEN
    no := tapis.refused('unknown_round', 'no stake was ever contributed for ' || tapis.words(p_key));
  ELSIF p_open AND playing.finished_seq > 0 THEN
    no := tapis.refused('round_finished',
      format('%s: finished by entry %s', tapis.words(p_key), playing.finished_seq));
  END IF;
END $$;

-- The round of the key while its own table may still say what became of it: two persons closed it because nobody
-- heard that table; it is heard now.
CREATE FUNCTION tapis.answerable_round(p_key tapis.act_key, OUT playing tapis.rounds, OUT no json)
  LANGUAGE plpgsql AS $$
DECLARE
  found record;
BEGIN
  SELECT * INTO found FROM tapis.round_of(p_key, true);
  playing := found.playing;
  no := CASE WHEN playing.dead THEN NULL ELSE found.no END;
END $$;

CREATE FUNCTION tapis.refund(p_table text, p_journal text, p_round bigint, p_attempt integer, p_kind text,
    p_seat integer, p_of_seat integer, p_contribution tapis.act_key, p_at_ms bigint)
  RETURNS json LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, tapis, pg_temp AS $$
DECLARE
  key tapis.act_key := ROW(p_table, p_journal, p_round, p_attempt, p_kind, p_seat);
  named text := CASE WHEN p_contribution IS NULL THEN '' ELSE tapis.words(p_contribution) END;
  digest text := tapis.digest_of('["refund",' || p_of_seat || ',' || tapis.ascii_json(named) || ']');
  answer json;
  found record;
  playing tapis.rounds;
  no json;
  stake tapis.entries%ROWTYPE;
  s tapis.standing%ROWTYPE;
  reserve bigint;
  overflow bigint;
  owed bigint;
  meter bigint;
  gross bigint;
  seq bigint;
BEGIN
  PERFORM tapis.must_speak_for(p_table, false);
  answer := tapis.begin_act(key, digest);
  IF answer IS NOT NULL THEN
    RETURN answer;
  END IF;
  SELECT * INTO found FROM tapis.answerable_round(key);
  playing := found.playing;
  no := found.no;
  IF no IS NOT NULL THEN
    RETURN tapis.keep(key, 'refund', digest, no, 0, 0);
  END IF;
  SELECT * INTO stake FROM tapis.stakes(playing.id) e WHERE e.seat = p_of_seat;
  IF stake.seq IS NULL OR (p_contribution IS NOT NULL AND (
      p_contribution.table_name, p_contribution.journal_id, p_contribution.round, p_contribution.attempt)
      IS DISTINCT FROM (p_table, p_journal, p_round, stake.attempt)) THEN
    RETURN tapis.keep(key, 'refund', digest, tapis.refused('seat_has_no_stake',
      format('seat %s has no such stake standing in %s', p_of_seat, tapis.words(key))), 0, 0);
  END IF;
  IF EXISTS (SELECT FROM tapis.entries e WHERE e.round_id = playing.id AND e.kind = 'award' AND e.seat = p_of_seat)
     OR EXISTS (SELECT FROM tapis.claims c
                WHERE c.round_id = playing.id AND c.seat = p_of_seat AND c.state <> 'refused') THEN
    RETURN tapis.keep(key, 'refund', digest, tapis.refused('seat_has_prize',
      format('seat %s has won with this stake', p_of_seat)), 0, 0);
  END IF;
  -- Each account gives back what it got; what an account holds no longer the meter gives, and what the
  -- meter lacks the house.
  SELECT * INTO s FROM tapis.standing;
  reserve := least(stake.reserve_micro, s.reserve_balance);
  overflow := least(stake.overflow_micro, s.overflow_balance);
  owed := stake.meter_micro + stake.reserve_micro - reserve + stake.overflow_micro - overflow;
  meter := least(owed, s.meter_balance);
  gross := stake.meter_micro + stake.reserve_micro + stake.overflow_micro + stake.house_micro;
  seq := tapis.post('refund', playing.id, p_attempt, p_at_ms, p_meter => -meter, p_reserve => -reserve,
    p_overflow => -overflow, p_house => -(stake.house_micro + owed - meter), p_seat => p_of_seat,
    p_link => stake.seq);
  RETURN tapis.keep(key, 'refund', digest, json_build_object('answer', 'Refunded', 'seat', p_of_seat,
    'cents', gross / 1000000, 'contribution_seq', stake.seq, 'meter_cents', tapis.meter_cents(), 'book_seq', seq),
    gross / 1000000, seq);
END $$;

CREATE FUNCTION tapis.finish(p_table text, p_journal text, p_round bigint, p_attempt integer, p_kind text,
    p_seat integer, p_at_ms bigint)
  RETURNS json LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, tapis, pg_temp AS $$
DECLARE
  key tapis.act_key := ROW(p_table, p_journal, p_round, p_attempt, p_kind, p_seat);
  digest text := tapis.digest_of('["finish"]');
  answer json;
  found record;
  playing tapis.rounds;
  no json;
  seq bigint;
BEGIN
  PERFORM tapis.must_speak_for(p_table, false);
  answer := tapis.begin_act(key, digest);
  IF answer IS NOT NULL THEN
    RETURN answer;
  END IF;
  SELECT * INTO found FROM tapis.answerable_round(key);
  playing := found.playing;
  no := found.no;
  IF no IS NOT NULL THEN
    RETURN tapis.keep(key, 'finish', digest, no, 0, 0);
  END IF;
  seq := tapis.post('finish', playing.id, p_attempt, p_at_ms);
  UPDATE tapis.rounds SET finished_seq = seq, dead = false WHERE id = playing.id;
  RETURN tapis.keep(key, 'finish', digest, json_build_object('answer', 'Finished',
    'generation', playing.generation, 'book_seq', seq, 'meter_cents', tapis.meter_cents()), 0, seq);
END $$;

-- The round of the key while something waits for it: its end, or the claim that it left behind, where the refusal
-- of that claim was refused for good.
CREATE FUNCTION tapis.closable_round(p_key tapis.act_key, OUT playing tapis.rounds, OUT no json)
  LANGUAGE plpgsql AS $$
DECLARE
  found record;
BEGIN
  SELECT * INTO found FROM tapis.round_of(p_key, true);
  playing := found.playing;
  no := CASE WHEN NOT playing.dead AND EXISTS (SELECT FROM tapis.claims c
                                               WHERE c.round_id = playing.id AND c.state = 'pending')
             THEN NULL ELSE found.no END;
END $$;

CREATE FUNCTION tapis.close_dead_round(p_table text, p_journal text, p_round bigint, p_attempt integer,
    p_kind text, p_seat integer, p_persons text[], p_reason text, p_at_ms bigint)
  RETURNS json LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, tapis, pg_temp AS $$
DECLARE
  key tapis.act_key := ROW(p_table, p_journal, p_round, p_attempt, p_kind, p_seat);
  digest text := tapis.digest_of('["close",' || (SELECT string_agg(tapis.ascii_json(one) || ',', '' ORDER BY n)
    FROM unnest(p_persons) WITH ORDINALITY u (one, n)) || tapis.ascii_json(p_reason) || ']');
  answer json;
  found record;
  playing tapis.rounds;
  no json;
  seq bigint;
BEGIN
  PERFORM tapis.must_speak_for(p_table, true);
  PERFORM tapis.must_be_short(pg_column_size(p_persons), pg_column_size(p_reason));
  answer := tapis.begin_act(key, digest);
  IF answer IS NOT NULL THEN
    RETURN answer;
  END IF;
  no := tapis.two_persons(p_persons, p_reason);
  IF no IS NULL THEN
    SELECT * INTO found FROM tapis.closable_round(key);
    playing := found.playing;
    no := found.no;
  END IF;
  IF no IS NOT NULL THEN
    RETURN tapis.keep(key, 'close', digest, no, 0, 0);
  END IF;
  seq := tapis.post('closing', playing.id, p_attempt, p_at_ms, p_note => tapis.witnessed(p_persons, p_reason));
  UPDATE tapis.rounds SET finished_seq = seq, dead = true WHERE id = playing.id;
  RETURN tapis.keep(key, 'close', digest, json_build_object('answer', 'Finished',
    'generation', playing.generation, 'book_seq', seq, 'meter_cents', tapis.meter_cents()), 0, seq);
END $$;

CREATE FUNCTION tapis.correct(p_table text, p_journal text, p_round bigint, p_attempt integer, p_kind text,
    p_seat integer, p_account text, p_micro bigint, p_persons text[], p_reason text, p_at_ms bigint)
  RETURNS json LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, tapis, pg_temp AS $$
DECLARE
  key tapis.act_key := ROW(p_table, p_journal, p_round, p_attempt, p_kind, p_seat);
  digest text := tapis.digest_of('["correct",' || tapis.ascii_json(p_account) || ',' || p_micro || ','
    || (SELECT string_agg(tapis.ascii_json(one) || ',', '' ORDER BY n)
        FROM unnest(p_persons) WITH ORDINALITY u (one, n)) || tapis.ascii_json(p_reason) || ']');
  no json;
  t tapis.jackpot%ROWTYPE;
  s tapis.standing%ROWTYPE;
  playing tapis.rounds%ROWTYPE;
  before bigint;
  seq bigint;
BEGIN
  PERFORM tapis.must_speak_for(p_table, true);
  PERFORM tapis.must_be_short(pg_column_size(p_account), pg_column_size(p_persons), pg_column_size(p_reason));
  -- A table corrects what it shows, the meter; reserve, overflow and house are the pit's.
  IF p_account <> 'meter' AND EXISTS (SELECT FROM tapis.speakers who
      WHERE who.role_name = session_user AND who.kind = 'table') THEN
    RAISE EXCEPTION 'role % corrects the meter and no other account', session_user
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  no := tapis.begin_act(key, digest);
  IF no IS NOT NULL THEN
    RETURN no;
  END IF;
  SELECT * INTO t FROM tapis.jackpot;
  SELECT * INTO s FROM tapis.standing;
  before := CASE p_account WHEN 'meter' THEN s.meter_balance WHEN 'reserve' THEN s.reserve_balance
    WHEN 'overflow' THEN s.overflow_balance WHEN 'house' THEN s.house_balance END;
  no := tapis.two_persons(p_persons, p_reason);
  SELECT * INTO playing FROM tapis.rounds r
    WHERE r.table_name = p_table AND r.journal_id = p_journal AND r.round = p_round;
  IF no IS NOT NULL THEN
    NULL;
  ELSIF before IS NULL THEN
    no := tapis.refused('bad_account', p_account || ' is not one of meter, reserve, overflow, house');
  ELSIF p_micro = 0 THEN
    no := tapis.refused('nothing', 'a correction moves something');
  ELSIF before + p_micro < 0 AND p_account <> 'house' THEN
    no := tapis.refused('below_zero',
      format('%s holds %s micro-cents, %s cannot leave it', p_account, before, -p_micro));
  ELSIF p_account = 'meter' AND before + p_micro > t.limit_cents * 1000000 THEN
    no := tapis.refused('above_limit',
      format('the meter would stand above its limit of %s cents', t.limit_cents));
  ELSIF playing.id IS NULL AND p_round > 0 THEN
    no := tapis.refused('unknown_round', 'no stake was ever contributed for ' || tapis.words(key));
  END IF;
  IF no IS NOT NULL THEN
    RETURN tapis.keep(key, 'correct', digest, no, 0, 0);
  END IF;
  IF playing.id IS NULL THEN
    INSERT INTO tapis.rounds (table_name, journal_id, round, generation, finished_seq, dead)
      VALUES (p_table, p_journal, p_round, s.generation, s.seq + 1, false) RETURNING * INTO playing;
  END IF;
  seq := tapis.post('correction', playing.id, p_attempt, p_at_ms,
    p_meter => CASE p_account WHEN 'meter' THEN p_micro ELSE 0 END,
    p_reserve => CASE p_account WHEN 'reserve' THEN p_micro ELSE 0 END,
    p_overflow => CASE p_account WHEN 'overflow' THEN p_micro ELSE 0 END,
    p_house => CASE p_account WHEN 'house' THEN p_micro ELSE 0 END,
    p_note => tapis.witnessed(p_persons, p_reason));
  RETURN tapis.keep(key, 'correct', digest, json_build_object('answer', 'Corrected', 'account', p_account,
    'micro', p_micro, 'before_micro', before, 'after_micro', before + p_micro,
    'meter_cents', tapis.meter_cents(), 'book_seq', seq), 0, seq);
END $$;
