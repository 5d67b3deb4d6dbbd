-- A score book as the first migration left it: a match that goes on, and one that is over.
BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'tricktally','matches_and_events','2026-03-01 20:00:02.874701+00:00');
CREATE TABLE "decks" (
   "id" INTEGER PRIMARY KEY,
   "name" TEXT NOT NULL,
   "faces" TEXT NOT NULL,
   "entered" TEXT NOT NULL
) STRICT;
INSERT INTO "decks" VALUES(1,'Ours','{"1":{"symbols":["spade"],"large":[]}}','2026-03-01T20:15:77.000+00:00');
CREATE TABLE "events" (
   "match" INTEGER REFERENCES "matches"("id"),
   "line" INTEGER,
   "at" TEXT NOT NULL,
   "kind" TEXT NOT NULL,
   "deal" INTEGER NOT NULL,
   "key" TEXT NOT NULL,
   "answer" TEXT,
   PRIMARY KEY ("match", "line")
) STRICT;
INSERT INTO "events" VALUES(1,1,'2026-03-01T20:15:75.000+00:00','entry',0,'rules','{"upper":10,"lower":-10}');
INSERT INTO "events" VALUES(1,2,'2026-03-01T20:15:75.000+00:00','entry',1,'first','[6,2,1]');
INSERT INTO "events" VALUES(1,3,'2026-03-01T20:15:76.000+00:00','entry',1,'second','[1,2,6]');
INSERT INTO "events" VALUES(2,1,'2026-03-01T20:15:76.000+00:00','entry',0,'rules','{"upper":3,"lower":-10}');
INSERT INTO "events" VALUES(2,2,'2026-03-01T20:15:76.000+00:00','entry',1,'first','[6,2,1]');
INSERT INTO "events" VALUES(2,3,'2026-03-01T20:15:77.000+00:00','entry',1,'second','[1,2,6]');
CREATE TABLE "matches" (
   "id" INTEGER PRIMARY KEY,
   "game" TEXT NOT NULL,
   "players" TEXT NOT NULL,
   "started" TEXT NOT NULL
) STRICT;
INSERT INTO "matches" VALUES(1,'italian_whist','["Anna","Bruno","Carla"]','2026-03-01T20:15:75.000+00:00');
INSERT INTO "matches" VALUES(2,'italian_whist','["Anna","Bruno","Carla"]','2026-03-01T20:15:76.000+00:00');
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
COMMIT;
