-- The tables of the linked jackpot book: one database, one jackpot.
--
-- Money is whole micro-cents (a cent is 1,000,000) in bigint, so nothing is rounded. `entries` is the
-- ledger, `answers` what was answered under each key; both only ever grow. The other tables follow from
-- the ledger and spare a reader adding it up. Every act locks the one row of `standing`: acts have one order.

CREATE SCHEMA tapis;

CREATE TABLE tapis.migrations (
  number integer PRIMARY KEY,
  name text NOT NULL,
  digest text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE tapis.jackpot (
  id integer PRIMARY KEY CHECK (id = 1),
  terms text NOT NULL,
  digest text NOT NULL CHECK (digest = encode(sha256(convert_to(terms, 'UTF8')), 'hex')),
  profile text NOT NULL,
  profile_digest text NOT NULL,
  simulated boolean NOT NULL,
  stake_cents bigint NOT NULL CHECK (stake_cents BETWEEN 1 AND 100000000000),
  start_cents bigint NOT NULL CHECK (start_cents BETWEEN 0 AND 100000000000),
  meter_share bigint NOT NULL CHECK (meter_share >= 0),
  reserve_share bigint NOT NULL CHECK (reserve_share >= 0),
  house_share bigint NOT NULL CHECK (house_share >= 0),
  prizes_from text NOT NULL CHECK (prizes_from IN ('house', 'meter')),
  limit_cents bigint CHECK (limit_cents BETWEEN start_cents AND 100000000000),
  reset_cents bigint NOT NULL CHECK (reset_cents IN (0, start_cents)),
  most_stakes integer NOT NULL CHECK (most_stakes BETWEEN 1 AND 7),
  CHECK (meter_share + reserve_share + house_share = 1000000)
);

-- Who may speak: a role of the database stands for one table, and a table for one role. A role of kind
-- `simulation` speaks for any table, and only in a book that is marked as simulated.
CREATE TABLE tapis.speakers (
  role_name name PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('table', 'pit', 'reader', 'simulation')),
  table_name text UNIQUE CHECK (length(table_name) BETWEEN 1 AND 64),
  since timestamptz NOT NULL DEFAULT now(),
  CHECK ((kind = 'table') = (table_name IS NOT NULL))
);

CREATE TABLE tapis.entries (
  seq bigint PRIMARY KEY CHECK (seq > 0),
  at_ms bigint NOT NULL,
  kind text NOT NULL,
  round_id bigint NOT NULL,
  attempt integer NOT NULL,
  seat integer NOT NULL,
  generation integer NOT NULL,
  link_seq bigint NOT NULL,
  note text NOT NULL,
  meter_micro bigint NOT NULL,
  frozen_micro bigint NOT NULL,
  reserve_micro bigint NOT NULL,
  overflow_micro bigint NOT NULL,
  house_micro bigint NOT NULL,
  paid_micro bigint NOT NULL,
  meter_after_micro bigint NOT NULL,
  frozen_after_micro bigint NOT NULL,
  reserve_after_micro bigint NOT NULL,
  overflow_after_micro bigint NOT NULL,
  house_after_micro bigint NOT NULL,
  paid_after_micro bigint NOT NULL
);
CREATE INDEX entries_of_round ON tapis.entries (round_id);
CREATE UNIQUE INDEX entries_refunded_once ON tapis.entries (link_seq) WHERE kind = 'refund';
CREATE INDEX entries_stops ON tapis.entries (seq) WHERE kind IN ('stop', 'reopening');
CREATE INDEX entries_of_people ON tapis.entries (seq) WHERE kind IN ('correction', 'stop', 'reopening');

CREATE TABLE tapis.answers (
  table_name text NOT NULL,
  journal_id text NOT NULL,
  round bigint NOT NULL,
  attempt integer NOT NULL,
  kind text NOT NULL,
  seat integer NOT NULL,
  act text NOT NULL,
  digest text NOT NULL,
  cents bigint NOT NULL,
  book_seq bigint NOT NULL,
  answer text NOT NULL,
  PRIMARY KEY (table_name, journal_id, round, attempt, kind, seat)
);
CREATE INDEX answers_of_table ON tapis.answers (table_name, book_seq);
CREATE UNIQUE INDEX answers_in_order ON tapis.answers (book_seq) WHERE book_seq > 0;

CREATE TABLE tapis.rounds (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  table_name text NOT NULL,
  journal_id text NOT NULL,
  round bigint NOT NULL,
  generation integer NOT NULL,
  finished_seq bigint NOT NULL,
  dead boolean NOT NULL,
  UNIQUE (table_name, journal_id, round)
);
CREATE INDEX rounds_open ON tapis.rounds (generation) WHERE finished_seq = 0;

CREATE TABLE tapis.generations (
  number integer PRIMARY KEY,
  held_by integer NOT NULL,
  seed_micro bigint NOT NULL,
  reserve_micro bigint NOT NULL,
  overflow_micro bigint NOT NULL,
  reversed boolean NOT NULL,
  value_micro bigint,
  share_cents bigint
);

CREATE TABLE tapis.claims (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  generation integer NOT NULL,
  ord integer NOT NULL,
  round_id bigint NOT NULL REFERENCES tapis.rounds (id),
  attempt integer NOT NULL,
  seat integer NOT NULL,
  state text NOT NULL CHECK (state IN ('pending', 'released', 'paid', 'refused')),
  claim_seq bigint NOT NULL,
  cents bigint NOT NULL,
  done_seq bigint NOT NULL,
  done_ms bigint NOT NULL,
  UNIQUE (generation, ord)
);
CREATE INDEX claims_of_round ON tapis.claims (round_id);
CREATE INDEX claims_by_state ON tapis.claims (state, done_seq);

-- Where the jackpot stands: the balances of the six accounts, and sums over the ledger. No account that
-- holds money is ever below zero.
CREATE TABLE tapis.standing (
  id integer PRIMARY KEY CHECK (id = 1),
  seq bigint NOT NULL,
  generation integer NOT NULL,
  meter_balance bigint NOT NULL CHECK (meter_balance >= 0),
  frozen_balance bigint NOT NULL CHECK (frozen_balance >= 0),
  reserve_balance bigint NOT NULL CHECK (reserve_balance >= 0),
  overflow_balance bigint NOT NULL CHECK (overflow_balance >= 0),
  house_balance bigint NOT NULL,
  paid_balance bigint NOT NULL,
  seed_total bigint NOT NULL,
  contributed_total bigint NOT NULL,
  reserved_total bigint NOT NULL,
  overflowed_total bigint NOT NULL,
  house_total bigint NOT NULL,
  stakes_total bigint NOT NULL,
  awarded_total bigint NOT NULL,
  awarded_house_total bigint NOT NULL,
  refunded_total bigint NOT NULL,
  corrected_total bigint NOT NULL,
  stakes_count_total bigint NOT NULL,
  wins_count_total bigint NOT NULL,
  wins_cents_total bigint NOT NULL
) WITH (fillfactor = 20);

-- Which book this is among those on the same terms.
CREATE TABLE tapis.book (
  id integer PRIMARY KEY CHECK (id = 1),
  made uuid NOT NULL DEFAULT gen_random_uuid()
);
INSERT INTO tapis.book (id) VALUES (1);

-- Holds nothing: acts queue for its lock, first come, first served.
CREATE TABLE tapis.turn ();

-- When each table last wrote only to see that it can: no money, one row a table.
CREATE TABLE tapis.probes (
  table_name text PRIMARY KEY CHECK (length(table_name) BETWEEN 1 AND 64),
  at_ms bigint NOT NULL
) WITH (fillfactor = 20);

-- Append-only for the owner too: rights keep everybody else away from the tables, a trigger the owner.
CREATE FUNCTION tapis.never() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is never changed: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE TRIGGER never BEFORE UPDATE OR DELETE OR TRUNCATE ON tapis.entries EXECUTE FUNCTION tapis.never();
CREATE TRIGGER never BEFORE UPDATE OR DELETE OR TRUNCATE ON tapis.answers EXECUTE FUNCTION tapis.never();
CREATE TRIGGER never BEFORE UPDATE OR DELETE OR TRUNCATE ON tapis.jackpot EXECUTE FUNCTION tapis.never();
CREATE TRIGGER never BEFORE UPDATE OR DELETE OR TRUNCATE ON tapis.book EXECUTE FUNCTION tapis.never();
CREATE TRIGGER never BEFORE UPDATE OR DELETE OR TRUNCATE ON tapis.migrations EXECUTE FUNCTION tapis.never();
CREATE TRIGGER never BEFORE DELETE OR TRUNCATE ON tapis.rounds EXECUTE FUNCTION tapis.never();
CREATE TRIGGER never BEFORE DELETE OR TRUNCATE ON tapis.generations EXECUTE FUNCTION tapis.never();
CREATE TRIGGER never BEFORE DELETE OR TRUNCATE ON tapis.claims EXECUTE FUNCTION tapis.never();
CREATE TRIGGER never BEFORE DELETE OR TRUNCATE ON tapis.standing EXECUTE FUNCTION tapis.never();

CREATE FUNCTION tapis.at_the_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.seq <> coalesce((SELECT max(e.seq) FROM tapis.entries e), 0) + 1 THEN
    RAISE EXCEPTION 'entries are added at the end only, not as %', NEW.seq
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  -- A time that no calendar has is read by every screen of the floor: from 1970 to the end of 9998, by UTC.
  IF NEW.at_ms NOT BETWEEN 0 AND 253370764799999 THEN
    RAISE EXCEPTION 'the time % is out of range', NEW.at_ms USING ERRCODE = 'data_exception';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER at_the_end BEFORE INSERT ON tapis.entries FOR EACH ROW EXECUTE FUNCTION tapis.at_the_end();

CREATE FUNCTION tapis.simulated_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.kind = 'simulation' AND NOT (SELECT j.simulated FROM tapis.jackpot j) THEN
    RAISE EXCEPTION 'role % cannot speak for any table: this jackpot is real', NEW.role_name
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER simulated_only BEFORE INSERT OR UPDATE ON tapis.speakers
  FOR EACH ROW EXECUTE FUNCTION tapis.simulated_only();
