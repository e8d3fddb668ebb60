-- Acts on the jackpot itself and on prizes: claim, refuse, award.

CREATE FUNCTION tapis.claim(p_table text, p_journal text, p_round bigint, p_attempt integer, p_kind text,
    p_seat integer, p_of_seat integer, p_at_ms bigint)
  RETURNS json LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, tapis, pg_temp AS $$
DECLARE
  key tapis.act_key := ROW(p_table, p_journal, p_round, p_attempt, p_kind, p_seat);
  digest text := tapis.digest_of('["claim",' || p_of_seat || ']');
  answer json;
  found record;
  playing tapis.rounds;
  no json;
  g tapis.generations%ROWTYPE;
  s tapis.standing%ROWTYPE;
  value bigint;
  place integer;
BEGIN
  PERFORM tapis.must_speak_for(p_table, false);
  answer := tapis.begin_act(key, digest);
  IF answer IS NOT NULL THEN
    RETURN answer;
  END IF;
  SELECT * INTO found FROM tapis.round_of(key, true);
  playing := found.playing;
  no := found.no;
  IF no IS NULL AND NOT EXISTS (SELECT FROM tapis.stakes(playing.id) e WHERE e.seat = p_of_seat) THEN
    no := tapis.refused('seat_has_no_stake',
      format('seat %s has no stake standing in %s', p_of_seat, tapis.words(key)));
  ELSIF no IS NULL AND EXISTS (SELECT FROM tapis.claims c
                               WHERE c.round_id = playing.id AND c.state <> 'refused') THEN
    no := tapis.refused('already_claimed', tapis.words(key) || ': the round has claimed');
  END IF;
  SELECT * INTO g FROM tapis.generations WHERE number = playing.generation;
  IF no IS NULL AND g.share_cents IS NOT NULL THEN
    no := tapis.refused('claim_paid', format('%s: the shares of generation %s stand', tapis.words(key), g.number));
  END IF;
  IF no IS NOT NULL THEN
    RETURN tapis.keep(key, 'claim', digest, no, 0, 0);
  END IF;
  SELECT * INTO s FROM tapis.standing;
  value := g.value_micro;
  IF value IS NULL THEN
    IF g.number <> s.generation THEN
      RAISE EXCEPTION 'generation % has no value and is not the open one', g.number;
    END IF;
    value := s.meter_balance;
    PERFORM tapis.post('freeze', playing.id, p_attempt, p_at_ms, p_meter => -value, p_frozen => value);
    UPDATE tapis.generations SET value_micro = value WHERE number = g.number;
    PERFORM tapis.open_next(playing.id, p_attempt, p_at_ms);
  ELSE
    PERFORM tapis.post('freeze', playing.id, p_attempt, p_at_ms, p_seat => p_of_seat,
      p_note => 'shares generation ' || g.number);
  END IF;
  SELECT * INTO s FROM tapis.standing;
  INSERT INTO tapis.claims (generation, ord, round_id, attempt, seat, state, claim_seq, cents, done_seq, done_ms)
    SELECT g.number, count(*) + 1, playing.id, p_attempt, p_of_seat, 'pending', s.seq, 0, 0, 0
    FROM tapis.claims c WHERE c.generation = g.number
    RETURNING ord INTO place;
  RETURN tapis.keep(key, 'claim', digest, json_build_object('answer', 'Claimed', 'generation', g.number,
    'order', place, 'value_cents', value / 1000000, 'next_generation', s.generation,
    'meter_cents', s.meter_balance / 1000000, 'book_seq', s.seq), value / 1000000, s.seq);
END $$;

-- A new generation is open at the reset amount, reserve and overflow released within the limit.
CREATE FUNCTION tapis.open_next(p_round_id bigint, p_attempt integer, p_at_ms bigint) RETURNS void
  LANGUAGE plpgsql AS $$
DECLARE
  s tapis.standing%ROWTYPE;
  seed bigint := (SELECT reset_cents * 1000000 FROM tapis.jackpot);
  from_reserve bigint;
  from_overflow bigint;
BEGIN
  UPDATE tapis.standing SET generation = generation + 1;
  PERFORM tapis.post('seed', p_round_id, p_attempt, p_at_ms, p_meter => seed);
  SELECT * INTO s FROM tapis.standing;
  from_reserve := tapis.room_for(seed, s.reserve_balance);
  from_overflow := tapis.room_for(seed + from_reserve, s.overflow_balance);
  IF from_reserve <> 0 OR from_overflow <> 0 THEN
    PERFORM tapis.post('release', p_round_id, p_attempt, p_at_ms, p_meter => from_reserve + from_overflow,
      p_reserve => -from_reserve, p_overflow => -from_overflow);
  END IF;
  INSERT INTO tapis.generations VALUES (s.generation, s.generation, seed, from_reserve, from_overflow, false,
    NULL, NULL);
END $$;

-- The unpaid claim that this round made in the attempt of the key; otherwise why there is none.
CREATE FUNCTION tapis.claim_of(p_key tapis.act_key, p_round_id bigint, OUT claim tapis.claims, OUT no json)
  LANGUAGE plpgsql AS $$
BEGIN
  SELECT * INTO claim FROM tapis.claims c
    WHERE c.round_id = p_round_id AND c.attempt = p_key.attempt AND c.state <> 'refused' ORDER BY c.ord, c.id LIMIT 1;
  IF claim.id IS NULL THEN
    no := tapis.refused('no_claim', tapis.words(p_key) || ': no claim stands');
  ELSIF claim.state = 'paid' THEN
    no := tapis.refused('claim_paid', tapis.words(p_key) || ': the jackpot was paid');
  END IF;
END $$;

-- Frozen money that nobody is owed goes to the present meter, and what it has no room for to the overflow.
CREATE FUNCTION tapis.carry(p_round_id bigint, p_attempt integer, p_at_ms bigint, p_micro bigint) RETURNS void
  LANGUAGE plpgsql AS $$
DECLARE into_meter bigint;
BEGIN
  IF p_micro <> 0 THEN
    into_meter := (SELECT tapis.room_for(meter_balance, p_micro) FROM tapis.standing);
    PERFORM tapis.post('carry', p_round_id, p_attempt, p_at_ms, p_meter => into_meter, p_frozen => -p_micro,
      p_overflow => p_micro - into_meter);
  END IF;
END $$;

-- The frozen value is in the present meter, which has lost what its newest opening brought; a prize may
-- have eaten of what the opening released, then only what is left returns.
CREATE FUNCTION tapis.restore(p_round_id bigint, p_attempt integer, p_at_ms bigint, p_number integer,
    p_value bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  present integer := (SELECT generation FROM tapis.standing);
  top bigint := (SELECT limit_cents * 1000000 FROM tapis.jackpot);
  opening tapis.generations%ROWTYPE;
  meter bigint;
  seed bigint;
  to_reserve bigint;
  to_overflow bigint;
BEGIN
  PERFORM tapis.post('restore', p_round_id, p_attempt, p_at_ms, p_meter => p_value, p_frozen => -p_value);
  UPDATE tapis.generations SET held_by = present WHERE held_by = p_number;
  UPDATE tapis.rounds SET generation = present WHERE generation = p_number AND finished_seq = 0;
  SELECT * INTO opening FROM tapis.generations WHERE held_by = present AND NOT reversed
    ORDER BY number DESC LIMIT 1;
  seed := least(opening.seed_micro, (SELECT meter_balance FROM tapis.standing));
  PERFORM tapis.post('seed', p_round_id, p_attempt, p_at_ms, p_meter => -seed);
  meter := (SELECT meter_balance FROM tapis.standing);
  to_reserve := least(opening.reserve_micro, meter);
  to_overflow := least(opening.overflow_micro, meter - to_reserve);
  IF to_reserve <> 0 OR to_overflow <> 0 THEN
    PERFORM tapis.post('release', p_round_id, p_attempt, p_at_ms, p_meter => -to_reserve - to_overflow,
      p_reserve => to_reserve, p_overflow => to_overflow);
  END IF;
  UPDATE tapis.generations SET reversed = true WHERE number = opening.number;
  meter := (SELECT meter_balance FROM tapis.standing);
  IF meter > top THEN
    PERFORM tapis.post('spill', p_round_id, p_attempt, p_at_ms, p_meter => top - meter, p_overflow => meter - top);
  END IF;
END $$;

CREATE FUNCTION tapis.refuse(p_table text, p_journal text, p_round bigint, p_attempt integer, p_kind text,
    p_seat integer, p_persons text[], p_reason text, p_at_ms bigint)
  RETURNS json LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, tapis, pg_temp AS $$
DECLARE
  key tapis.act_key := ROW(p_table, p_journal, p_round, p_attempt, p_kind, p_seat);
  digest text := tapis.digest_of('["refuse",' || (SELECT string_agg(tapis.ascii_json(one) || ',', '' ORDER BY n)
    FROM unnest(p_persons) WITH ORDINALITY u (one, n)) || tapis.ascii_json(p_reason) || ']');
  no json;
  found record;
  playing tapis.rounds;
  row_ tapis.claims;
  g tapis.generations%ROWTYPE;
  s tapis.standing%ROWTYPE;
  seq bigint;
  restored bigint := 0;
BEGIN
  PERFORM tapis.must_speak_for(p_table, false);
  PERFORM tapis.must_be_short(pg_column_size(p_persons), pg_column_size(p_reason));
  no := tapis.begin_act(key, digest);
  IF no IS NOT NULL THEN
    RETURN no;
  END IF;
  no := tapis.two_persons(p_persons, p_reason);
  IF no IS NULL THEN
    SELECT * INTO found FROM tapis.round_of(key, false);
    playing := found.playing;
    no := found.no;
  END IF;
  IF no IS NULL THEN
    SELECT * INTO found FROM tapis.claim_of(key, playing.id);
    row_ := found.claim;
    no := found.no;
  END IF;
  IF no IS NOT NULL THEN
    RETURN tapis.keep(key, 'refuse', digest, no, 0, 0);
  END IF;
  seq := tapis.post('refusal', playing.id, p_attempt, p_at_ms, p_seat => row_.seat,
    p_note => tapis.witnessed(p_persons, p_reason));
  UPDATE tapis.claims SET state = 'refused', cents = 0, done_seq = seq, done_ms = p_at_ms WHERE id = row_.id;
  SELECT * INTO g FROM tapis.generations WHERE number = row_.generation;
  IF g.share_cents IS NOT NULL THEN
    -- Other shares were paid already: the one kept for this claim goes to the present meter.
    restored := g.share_cents * 1000000;
    PERFORM tapis.carry(playing.id, p_attempt, p_at_ms, restored);
  ELSIF NOT EXISTS (SELECT FROM tapis.claims c WHERE c.generation = g.number AND c.state <> 'refused') THEN
    restored := coalesce(g.value_micro, 0);
    PERFORM tapis.restore(playing.id, p_attempt, p_at_ms, g.number, restored);
  END IF;
  SELECT * INTO s FROM tapis.standing;
  RETURN tapis.keep(key, 'refuse', digest, json_build_object('answer', 'ClaimRefused',
    'generation', s.generation, 'restored_cents', restored / 1000000, 'meter_cents', s.meter_balance / 1000000,
    'book_seq', s.seq), 0, s.seq);
END $$;

-- What is wrong with the prizes by themselves; null if nothing.
CREATE FUNCTION tapis.bad_awards(p_kinds text[], p_seats integer[], p_cents bigint[]) RETURNS json
  LANGUAGE plpgsql STABLE AS $$
DECLARE
  most bigint := (SELECT 10000 * stake_cents FROM tapis.jackpot);
  n integer;
BEGIN
  IF cardinality(p_kinds) IS DISTINCT FROM cardinality(p_seats)
     OR cardinality(p_kinds) IS DISTINCT FROM cardinality(p_cents) THEN
    RAISE EXCEPTION 'kinds, seats and cents of prizes differ in number' USING ERRCODE = 'data_exception';
  END IF;
  IF cardinality(p_kinds) = 0 OR cardinality(p_kinds) <> (
      SELECT count(*) FROM (SELECT DISTINCT kind, seat FROM unnest(p_kinds, p_seats) u (kind, seat)) d) THEN
    RETURN tapis.refused('bad_award', 'there is at least one prize, and none twice');
  END IF;
  IF (SELECT count(*) FROM unnest(p_kinds) kind WHERE kind = 'jackpot') > 1 THEN
    RETURN tapis.refused('bad_award', 'two royals at one table cannot be');
  END IF;
  FOR n IN 1 .. cardinality(p_kinds) LOOP
    IF NOT p_seats[n] BETWEEN 1 AND 7 THEN
      RETURN tapis.refused('bad_award', format('seat %s is not 1 to 7', p_seats[n]));
    END IF;
    CONTINUE WHEN p_kinds[n] = 'jackpot';
    IF p_kinds[n] NOT IN ('full_house', 'quads', 'straight_flush', 'community_royal', 'consolation') THEN
      RETURN tapis.refused('bad_award', quote_literal(p_kinds[n]) || ' is no kind of prize');
    ELSIF p_cents[n] <= 0 THEN
      RETURN tapis.refused('bad_award', format('a prize of %s cents', p_cents[n]));
    ELSIF p_cents[n] > most THEN
      RETURN tapis.refused('unreasonable', format('%s cents for %s, above %s', p_cents[n], p_kinds[n], most));
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

-- The cents of one share, once no claim can come or go any more; until then the claim is released and the
-- answer is `Waiting`.
CREATE FUNCTION tapis.share_of(p_claim tapis.claims, p_at_ms bigint, OUT share bigint, OUT waiting json)
  LANGUAGE plpgsql AS $$
DECLARE
  g tapis.generations%ROWTYPE;
  rounds json;
  unsure json;
BEGIN
  SELECT * INTO g FROM tapis.generations WHERE number = p_claim.generation;
  share := g.share_cents;
  IF share IS NOT NULL THEN
    RETURN;
  END IF;
  SELECT json_agg(json_build_array(r.table_name, r.round) ORDER BY r.id) INTO rounds FROM tapis.rounds r
    WHERE r.generation = g.number AND r.finished_seq = 0
      AND NOT EXISTS (SELECT FROM tapis.claims c
                      WHERE c.generation = g.number AND c.round_id = r.id AND c.state <> 'refused');
  SELECT json_agg(json_build_array(r.table_name, r.round) ORDER BY c.ord, c.id) INTO unsure
    FROM tapis.claims c JOIN tapis.rounds r ON r.id = c.round_id
    WHERE c.generation = g.number AND c.state = 'pending' AND NOT r.dead AND c.id <> p_claim.id;
  IF rounds IS NULL AND unsure IS NULL THEN
    share := g.value_micro / ((SELECT count(*) FROM tapis.claims c
                               WHERE c.generation = g.number AND c.state <> 'refused') * 1000000);
    RETURN;
  END IF;
  UPDATE tapis.claims SET state = 'released', cents = 0, done_seq = 0, done_ms = p_at_ms
    WHERE id = p_claim.id AND state = 'pending';
  waiting := json_build_object('answer', 'Waiting', 'generation', g.number,
    'rounds', coalesce(rounds, '[]'::json), 'claims', coalesce(unsure, '[]'::json));
END $$;

-- The share has left the frozen value; the first payment sends what shares leave to the present meter.
CREATE FUNCTION tapis.pay_share(p_claim tapis.claims, p_attempt integer, p_at_ms bigint, p_share bigint)
  RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  seq bigint;
  g tapis.generations%ROWTYPE;
  sharing bigint;
BEGIN
  seq := tapis.post('award', p_claim.round_id, p_attempt, p_at_ms, p_frozen => -p_share * 1000000,
    p_seat => p_claim.seat, p_note => 'jackpot');
  UPDATE tapis.claims SET state = 'paid', cents = p_share, done_seq = seq, done_ms = p_at_ms
    WHERE id = p_claim.id;
  SELECT * INTO g FROM tapis.generations WHERE number = p_claim.generation;
  IF g.share_cents IS NULL THEN
    sharing := (SELECT count(*) FROM tapis.claims c WHERE c.generation = g.number AND c.state <> 'refused');
    UPDATE tapis.generations SET share_cents = p_share WHERE number = g.number;
    PERFORM tapis.carry(p_claim.round_id, p_attempt, p_at_ms, g.value_micro - p_share * sharing * 1000000);
  END IF;
END $$;

CREATE FUNCTION tapis.award(p_table text, p_journal text, p_round bigint, p_attempt integer, p_kind text,
    p_seat integer, p_kinds text[], p_seats integer[], p_cents bigint[], p_at_ms bigint)
  RETURNS json LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, tapis, pg_temp AS $$
DECLARE
  key tapis.act_key := ROW(p_table, p_journal, p_round, p_attempt, p_kind, p_seat);
  digest text := tapis.digest_of('["award"' || coalesce((
    SELECT string_agg(',[' || tapis.ascii_json(kind) || ',' || seat || ',' || cents || ']', '' ORDER BY n)
    FROM unnest(p_kinds, p_seats, p_cents) WITH ORDINALITY u (kind, seat, cents, n)), '') || ']');
  no json;
  found record;
  playing tapis.rounds;
  row_ tapis.claims;
  at integer := array_position(p_kinds, 'jackpot');
  missing integer;
  share bigint := 0;
  before tapis.standing%ROWTYPE;
  s tapis.standing%ROWTYPE;
BEGIN
  PERFORM tapis.must_speak_for(p_table, false);
  PERFORM tapis.must_be_short(pg_column_size(p_kinds), pg_column_size(p_seats), pg_column_size(p_cents));
  no := tapis.begin_act(key, digest);
  IF no IS NOT NULL THEN
    RETURN no;
  END IF;
  no := tapis.bad_awards(p_kinds, p_seats, p_cents);
  IF no IS NULL THEN
    SELECT * INTO found FROM tapis.round_of(key, false);
    playing := found.playing;
    no := found.no;
  END IF;
  IF no IS NULL AND playing.finished_seq > 0 AND cardinality(array_remove(p_kinds, 'jackpot')) > 0 THEN
    no := tapis.refused('round_finished', format('%s: finished by entry %s', tapis.words(key), playing.finished_seq));
  END IF;
  IF no IS NULL THEN
    SELECT seat INTO missing FROM unnest(p_seats) WITH ORDINALITY u (seat, n)
      WHERE seat NOT IN (SELECT e.seat FROM tapis.stakes(playing.id) e) ORDER BY n LIMIT 1;
    IF missing IS NOT NULL THEN
      no := tapis.refused('seat_has_no_stake', format('seat %s has no stake in %s', missing, tapis.words(key)));
    END IF;
  END IF;
  IF no IS NULL AND at IS NOT NULL THEN
    SELECT * INTO found FROM tapis.claim_of(key, playing.id);
    row_ := found.claim;
    no := found.no;
    IF no IS NULL AND row_.seat <> p_seats[at] THEN
      no := tapis.refused('no_claim', format('seat %s has claimed, not seat %s', row_.seat, p_seats[at]));
    END IF;
    IF no IS NULL THEN
      SELECT r.share, r.waiting INTO share, no FROM tapis.share_of(row_, p_at_ms) r;
      IF no IS NOT NULL THEN
        RETURN no;  -- to be asked again: nothing is kept under the key
      END IF;
      IF p_cents[at] NOT IN (0, share) THEN
        no := tapis.refused('wrong_share', format('the share is %s cents, not %s', share, p_cents[at]));
      END IF;
    END IF;
  END IF;
  IF no IS NOT NULL THEN
    RETURN tapis.keep(key, 'award', digest, no, 0, 0);
  END IF;
  SELECT * INTO before FROM tapis.standing;
  FOR n IN 1 .. cardinality(p_kinds) LOOP
    CONTINUE WHEN n = at;
    PERFORM tapis.pay_fixed(playing.id, p_attempt, p_at_ms, p_kinds[n], p_seats[n], p_cents[n]);
  END LOOP;
  IF at IS NOT NULL THEN
    PERFORM tapis.pay_share(row_, p_attempt, p_at_ms, share);
    p_cents[at] := share;
  END IF;
  SELECT * INTO s FROM tapis.standing;
  RETURN tapis.keep(key, 'award', digest, json_build_object('answer', 'Awarded',
    'awards', (SELECT json_agg(json_build_object('kind', kind, 'seat', seat, 'cents', cents) ORDER BY n)
               FROM unnest(p_kinds, p_seats, p_cents) WITH ORDINALITY u (kind, seat, cents, n)),
    'cents', (SELECT sum(cents)::bigint FROM unnest(p_cents) cents),
    'from_meter_cents', (s.awarded_total - before.awarded_total) / 1000000,
    'from_house_cents', (s.awarded_house_total - before.awarded_house_total) / 1000000,
    'meter_cents', s.meter_balance / 1000000, 'book_seq', s.seq),
    (SELECT sum(cents)::bigint FROM unnest(p_cents) cents), s.seq);
END $$;

-- A fixed prize: from the meter only in whole cents above the start amount, else from the house.
CREATE FUNCTION tapis.pay_fixed(p_round_id bigint, p_attempt integer, p_at_ms bigint, p_kind text,
    p_seat integer, p_cents bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  from_meter bigint := 0;
BEGIN
  IF (SELECT prizes_from FROM tapis.jackpot) = 'meter' THEN
    from_meter := least(p_cents, greatest(0, tapis.meter_cents() - (SELECT start_cents FROM tapis.jackpot)));
  END IF;
  PERFORM tapis.post('award', p_round_id, p_attempt, p_at_ms, p_meter => -from_meter * 1000000,
    p_paid => -(p_cents - from_meter) * 1000000, p_seat => p_seat, p_note => p_kind);
END $$;
