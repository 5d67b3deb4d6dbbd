-- A score book as the fourth migration left it, before there were clubs: a match that goes on, one
-- that was deleted, one that is over, two decks.
PRAGMA application_id = 1416784755;
PRAGMA user_version = 4;
BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'tricktally','matches_and_events','2026-11-22 14:44:14.683906+00:00');
INSERT INTO "_sqlite_migrations" VALUES(2,'tricktally','titles_marks_and_summaries','2026-11-22 14:44:14.684790+00:00');
INSERT INTO "_sqlite_migrations" VALUES(3,'tricktally','checksums_of_lines','2026-11-22 14:44:14.685208+00:00');
INSERT INTO "_sqlite_migrations" VALUES(4,'tricktally','matches_by_game','2026-11-22 14:44:14.691258+00:00');
CREATE TABLE "decks" (
   "id" INTEGER PRIMARY KEY,
   "name" TEXT NOT NULL,
   "faces" TEXT NOT NULL,
   "entered" TEXT NOT NULL
) STRICT;
INSERT INTO "decks" VALUES(1,'Ours','{"1":{"symbols":["spade"],"large":[]}}','2026-04-03T20:15:00.000+00:00');
INSERT INTO "decks" VALUES(2,'Zoë’s','{"1":{"symbols":["spade"],"large":[]}}','2026-04-03T20:15:00.000+00:00');
CREATE TABLE "events" (
   "match" INTEGER REFERENCES "matches"("id"),
   "line" INTEGER,
   "at" TEXT NOT NULL,
   "kind" TEXT NOT NULL,
   "deal" INTEGER NOT NULL,
   "key" TEXT NOT NULL,
   "answer" TEXT, checksum TEXT NOT NULL DEFAULT '',
   PRIMARY KEY ("match", "line")
) STRICT;
INSERT INTO "events" VALUES(1,1,'2026-04-01T20:15:00.000+00:00','entry',0,'rules','{"upper":10,"lower":-10}','108f911fcb609069ab23feb4ef5a4a3b');
INSERT INTO "events" VALUES(1,2,'2026-04-01T20:15:00.000+00:00','entry',1,'first','[6,2,1]','8b0b1875487ac7eb448e4836afb0d6ef');
INSERT INTO "events" VALUES(1,3,'2026-04-01T20:15:00.000+00:00','entry',1,'second','[1,2,6]','534df8ff7febc56d2c70691f57b6d7e5');
INSERT INTO "events" VALUES(2,1,'2026-04-01T20:15:00.000+00:00','entry',0,'rules','{"upper":10,"lower":-10}','108f911fcb609069ab23feb4ef5a4a3b');
INSERT INTO "events" VALUES(3,1,'2026-04-02T20:15:00.000+00:00','entry',0,'rules','{"upper":3,"lower":-10}','c7522ecf48db930c7fba2317e15cfb28');
INSERT INTO "events" VALUES(3,2,'2026-04-02T20:15:00.000+00:00','entry',1,'first','[6,2,1]','11de69450e653dd0bf7daafd3f7eb5fa');
INSERT INTO "events" VALUES(3,3,'2026-04-02T20:15:00.000+00:00','entry',1,'second','[1,2,6]','cb129b293159892c78991e657baee9a3');
CREATE TABLE "matches" (
   "id" INTEGER PRIMARY KEY,
   "game" TEXT NOT NULL,
   "players" TEXT NOT NULL,
   "started" TEXT NOT NULL
, title TEXT NOT NULL DEFAULT '', deleted TEXT, changed TEXT NOT NULL DEFAULT '', is_over INTEGER NOT NULL DEFAULT 0, summary TEXT) STRICT;
INSERT INTO "matches" VALUES(1,'italian_whist','["Anna","Bruno","Carla"]','2026-04-01T20:15:00.000+00:00','',NULL,'2026-04-01T20:15:00.000+00:00',0,'{"players":["Anna","Bruno","Carla"],"sides":[[0],[1],[2]],"totals":[4,-2,1],"deals":1,"length":null,"ended":false,"winners":[]}');
INSERT INTO "matches" VALUES(2,'italian_whist','["Anna","Bruno","Carla"]','2026-04-01T20:15:00.000+00:00','','2026-04-03T20:15:00.000+00:00','2026-04-01T20:15:00.000+00:00',0,'{"players":["Anna","Bruno","Carla"],"sides":[[0],[1],[2]],"totals":[0,0,0],"deals":0,"length":null,"ended":false,"winners":[]}');
INSERT INTO "matches" VALUES(3,'italian_whist','["Anna","Bruno","Carla"]','2026-04-02T20:15:00.000+00:00','Spring',NULL,'2026-04-02T20:15:00.000+00:00',1,'{"players":["Anna","Bruno","Carla"],"sides":[[0],[1],[2]],"totals":[5,0,-5],"deals":1,"length":null,"ended":false,"winners":[0]}');
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE INDEX matches_listed ON matches (is_over, changed, id) WHERE deleted IS NULL;
CREATE INDEX matches_deleted ON matches (deleted) WHERE deleted IS NOT NULL;
CREATE INDEX matches_by_game ON matches (game, id) WHERE deleted IS NULL AND is_over = 1;
COMMIT;
