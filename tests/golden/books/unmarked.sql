BEGIN TRANSACTION;
CREATE TABLE answers (table_name TEXT NOT NULL, journal_id TEXT NOT NULL, round INTEGER NOT NULL,
  attempt INTEGER NOT NULL, kind TEXT NOT NULL, seat INTEGER NOT NULL, act TEXT NOT NULL,
  digest TEXT NOT NULL, cents INTEGER NOT NULL, book_seq INTEGER NOT NULL, answer TEXT NOT NULL,
  PRIMARY KEY (table_name, journal_id, round, attempt, kind, seat)) STRICT, WITHOUT ROWID;
INSERT INTO "answers" VALUES('UTH-1','d1bd14ace77620a0fd25eb8fc99df9cf403b7682ffaac427a05d69ff94fbd8be',1,1,'contribute',0,'contribute','ca31b8b155cca75d3752d63ac79940cc8b31fac890780828162f8905125023ab',1000,3,'{"answer":"Contributed","generation":1,"meter_generation":1,"book_seq":3,"meter_before_cents":1000000,"meter_cents":1000250,"contributed_micro":250000000,"stakes_cents":1000}');
INSERT INTO "answers" VALUES('UTH-1','d1bd14ace77620a0fd25eb8fc99df9cf403b7682ffaac427a05d69ff94fbd8be',1,1,'finish',0,'finish','0f3303daa058209f7df6e16e77ef93c7a563c25a8e93277a6f702859930cd9dd',0,4,'{"answer":"Finished","generation":1,"book_seq":4,"meter_cents":1000250}');
CREATE TABLE claims (id INTEGER PRIMARY KEY, generation INTEGER NOT NULL, ord INTEGER NOT NULL,
  round_id INTEGER NOT NULL, attempt INTEGER NOT NULL, seat INTEGER NOT NULL, state TEXT NOT NULL,
  claim_seq INTEGER NOT NULL, cents INTEGER NOT NULL, done_seq INTEGER NOT NULL, done_ms INTEGER NOT NULL,
  UNIQUE (generation, ord)) STRICT;
CREATE TABLE entries (seq INTEGER PRIMARY KEY, at_ms INTEGER NOT NULL, kind TEXT NOT NULL,
  round_id INTEGER NOT NULL, attempt INTEGER NOT NULL, seat INTEGER NOT NULL, generation INTEGER NOT NULL,
  link_seq INTEGER NOT NULL, note TEXT NOT NULL,
  meter_micro INTEGER NOT NULL, frozen_micro INTEGER NOT NULL, reserve_micro INTEGER NOT NULL, overflow_micro INTEGER NOT NULL, house_micro INTEGER NOT NULL, paid_micro INTEGER NOT NULL,
  meter_after_micro INTEGER NOT NULL, frozen_after_micro INTEGER NOT NULL, reserve_after_micro INTEGER NOT NULL, overflow_after_micro INTEGER NOT NULL, house_after_micro INTEGER NOT NULL, paid_after_micro INTEGER NOT NULL) STRICT;
INSERT INTO "entries" VALUES(1,1795204800000,'seed',0,0,0,1,0,'',1000000000000,0,0,0,0,0,1000000000000,0,0,0,0,0);
INSERT INTO "entries" VALUES(2,1795204890480,'contribution',1,1,3,1,0,'',125000000,0,75000000,0,300000000,0,1000125000000,0,75000000,0,300000000,0);
INSERT INTO "entries" VALUES(3,1795204890480,'contribution',1,1,7,1,0,'',125000000,0,75000000,0,300000000,0,1000250000000,0,150000000,0,600000000,0);
INSERT INTO "entries" VALUES(4,1795204909530,'finish',1,1,0,1,0,'',0,0,0,0,0,0,1000250000000,0,150000000,0,600000000,0);
CREATE TABLE generations (number INTEGER PRIMARY KEY, held_by INTEGER NOT NULL, seed_micro INTEGER NOT NULL,
  reserve_micro INTEGER NOT NULL, overflow_micro INTEGER NOT NULL, reversed INTEGER NOT NULL,
  value_micro INTEGER, share_cents INTEGER) STRICT;
INSERT INTO "generations" VALUES(1,1,1000000000000,0,0,0,NULL,NULL);
CREATE TABLE identity(book);
INSERT INTO "identity" VALUES('32f55b3bfb0494ef29b60658a6378593');
CREATE TABLE probes (table_name TEXT PRIMARY KEY, at_ms INTEGER NOT NULL) STRICT;
INSERT INTO "probes" VALUES('UTH-1',1795204800003);
CREATE TABLE rounds (id INTEGER PRIMARY KEY, table_name TEXT NOT NULL, journal_id TEXT NOT NULL,
  round INTEGER NOT NULL, generation INTEGER NOT NULL, finished_seq INTEGER NOT NULL,
  dead INTEGER NOT NULL, UNIQUE (table_name, journal_id, round)) STRICT;
INSERT INTO "rounds" VALUES(1,'UTH-1','d1bd14ace77620a0fd25eb8fc99df9cf403b7682ffaac427a05d69ff94fbd8be',1,1,4,0);
CREATE TABLE standing (id INTEGER PRIMARY KEY CHECK (id = 1), seq INTEGER NOT NULL,
  generation INTEGER NOT NULL, meter_balance INTEGER NOT NULL, frozen_balance INTEGER NOT NULL, reserve_balance INTEGER NOT NULL, overflow_balance INTEGER NOT NULL, house_balance INTEGER NOT NULL, paid_balance INTEGER NOT NULL, seed_total INTEGER NOT NULL, contributed_total INTEGER NOT NULL, reserved_total INTEGER NOT NULL, overflowed_total INTEGER NOT NULL, house_total INTEGER NOT NULL, stakes_total INTEGER NOT NULL, awarded_total INTEGER NOT NULL, awarded_house_total INTEGER NOT NULL, refunded_total INTEGER NOT NULL, corrected_total INTEGER NOT NULL, stakes_count_total INTEGER NOT NULL, wins_count_total INTEGER NOT NULL, wins_cents_total INTEGER NOT NULL) STRICT;
INSERT INTO "standing" VALUES(1,4,1,1000250000000,0,150000000,0,600000000,0,1000000000000,250000000,150000000,0,600000000,1000000000,0,0,0,0,2,0,0);
CREATE TABLE terms (id INTEGER PRIMARY KEY CHECK (id = 1), version INTEGER NOT NULL, text TEXT NOT NULL,
  digest TEXT NOT NULL) STRICT;
INSERT INTO "terms" VALUES(1,1,'{"fixed_prizes_paid_from":"house","house_share":600000,"limit_cents":null,"meter_share":250000,"most_stakes":7,"prizes":[],"reserve_share":150000,"reset_cents":1000000,"stake_cents":500,"start_cents":1000000}','3096e3b3883b1a8dde3f476f1d7e3eeb95218f2e5e5cd54f3a2561fda3fac4c3');
CREATE TRIGGER terms_once BEFORE INSERT ON terms WHEN EXISTS (SELECT 1 FROM terms)
BEGIN SELECT RAISE(ABORT, 'terms are written once'); END;
CREATE INDEX entries_of_round ON entries (round_id);
CREATE INDEX entries_stops ON entries (seq) WHERE kind IN ('stop', 'reopening');
CREATE TRIGGER entries_only_at_the_end BEFORE INSERT ON entries
WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM entries)
BEGIN SELECT RAISE(ABORT, 'entries are added at the end only'); END;
CREATE UNIQUE INDEX entries_refunded_once ON entries (link_seq) WHERE kind = 'refund';
CREATE INDEX answers_of_table ON answers (table_name, book_seq);
CREATE UNIQUE INDEX answers_in_order ON answers (book_seq) WHERE book_seq > 0;
CREATE TRIGGER answers_only_once BEFORE INSERT ON answers
WHEN EXISTS (SELECT 1 FROM answers WHERE table_name = NEW.table_name AND journal_id = NEW.journal_id
  AND round = NEW.round AND attempt = NEW.attempt AND kind = NEW.kind AND seat = NEW.seat)
BEGIN SELECT RAISE(ABORT, 'answers are given once'); END;
CREATE TRIGGER terms_never_change BEFORE UPDATE ON terms
BEGIN SELECT RAISE(ABORT, 'terms are never changed'); END;
CREATE TRIGGER terms_never_delete BEFORE DELETE ON terms
BEGIN SELECT RAISE(ABORT, 'terms are never deleted'); END;
CREATE TRIGGER entries_never_change BEFORE UPDATE ON entries
BEGIN SELECT RAISE(ABORT, 'entries are never changed'); END;
CREATE TRIGGER entries_never_delete BEFORE DELETE ON entries
BEGIN SELECT RAISE(ABORT, 'entries are never deleted'); END;
CREATE TRIGGER answers_never_change BEFORE UPDATE ON answers
BEGIN SELECT RAISE(ABORT, 'answers are never changed'); END;
CREATE TRIGGER answers_never_delete BEFORE DELETE ON answers
BEGIN SELECT RAISE(ABORT, 'answers are never deleted'); END;
CREATE INDEX rounds_open ON rounds (generation) WHERE finished_seq = 0;
CREATE INDEX claims_of_round ON claims (round_id);
CREATE INDEX claims_by_state ON claims (state, done_seq);
COMMIT;
