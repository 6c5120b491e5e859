BEGIN TRANSACTION;
CREATE TABLE "accounts_player" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "holder" varchar(64) NOT NULL UNIQUE, "name" varchar(40) NOT NULL, "folded" varchar(80) NOT NULL UNIQUE, "skeleton" varchar(80) NOT NULL UNIQUE, "is_bot" bool NOT NULL, "created" datetime NOT NULL, "seen" datetime NOT NULL, "closed" datetime NULL, "user_id" bigint NULL UNIQUE REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED);
INSERT INTO "accounts_player" VALUES(1,'account:1','Grace','grace','grace',0,'2026-11-26 12:23:56.362910','2026-11-26 12:23:56.362923',NULL,1);
INSERT INTO "accounts_player" VALUES(2,'account:2','Ada','ada','ada',0,'2026-11-26 12:23:56.365752','2026-11-26 12:23:56.365758',NULL,2);
INSERT INTO "accounts_player" VALUES(3,'0f007385b6f9d4b7eeb2748605afe1a984a0a3bfa3f014d09e2a784ce9e5cd1a','Lively Elm 45','lively elm 45','llvelyelm45',0,'2026-11-26 12:23:57.974532','2026-11-26 12:23:57.974543',NULL,NULL);
CREATE TABLE "accounts_session" ("session_data" text NOT NULL, "expire_date" datetime NOT NULL, "session_key" varchar(64) NOT NULL PRIMARY KEY, "browser" varchar(60) NOT NULL, "since" datetime NOT NULL, "seen" datetime NOT NULL, "user_id" bigint NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "accounts_user" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "password" varchar(128) NOT NULL, "last_login" datetime NULL, "is_superuser" bool NOT NULL, "name" varchar(20) NOT NULL UNIQUE, "email" varchar(254) NOT NULL, "email_is_confirmed" bool NOT NULL, "is_active" bool NOT NULL, "is_staff" bool NOT NULL, "joined" datetime NOT NULL, "guessed" datetime NULL);
INSERT INTO "accounts_user" VALUES(1,'argon2$argon2id$v=19$m=64,t=1,p=1$TTBSSE9zaFJtcklDeVoxaGRscFFwbw$5I2pj5ZNF7SFZhMAGfs0VD8d/14XwO3WkgwldIwAIa8',NULL,0,'Grace','',0,1,0,'2026-11-26 12:23:56.314144',NULL);
INSERT INTO "accounts_user" VALUES(2,'argon2$argon2id$v=19$m=64,t=1,p=1$dHVqclh2NGJkODFaNnJ2bFd2TlBDdw$R4qY/9s79NYWRjzJHFuTbLRyVpD4RtcfD/Tmtbf1y7k',NULL,0,'Ada','',0,1,0,'2026-11-26 12:23:56.364460',NULL);
CREATE TABLE "accounts_user_groups" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "user_id" bigint NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "group_id" integer NOT NULL REFERENCES "auth_group" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "accounts_user_user_permissions" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "user_id" bigint NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "permission_id" integer NOT NULL REFERENCES "auth_permission" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "auth_group" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "name" varchar(150) NOT NULL UNIQUE);
CREATE TABLE "auth_group_permissions" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "group_id" integer NOT NULL REFERENCES "auth_group" ("id") DEFERRABLE INITIALLY DEFERRED, "permission_id" integer NOT NULL REFERENCES "auth_permission" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "auth_permission" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "content_type_id" integer NOT NULL REFERENCES "django_content_type" ("id") DEFERRABLE INITIALLY DEFERRED, "codename" varchar(100) NOT NULL, "name" varchar(255) NOT NULL);
CREATE TABLE "base_revokedseat" ("holder" varchar(64) NOT NULL PRIMARY KEY, "before" datetime NOT NULL);
CREATE TABLE "bots_apitoken" ("hashed" varchar(64) NOT NULL PRIMARY KEY, "title" varchar(40) NOT NULL, "created" datetime NOT NULL, "expires" datetime NOT NULL, "seen" datetime NULL, "user_id" bigint NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "scope" varchar(8) NOT NULL);
CREATE TABLE "correspondence_conditionalturn" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "person" smallint NOT NULL, "depth" integer unsigned NOT NULL CHECK ("depth" >= 0), "node" integer unsigned NOT NULL CHECK ("node" >= 0), "reply" integer unsigned NOT NULL CHECK ("reply" >= 0), "stones" text NOT NULL, "looked" integer unsigned NULL CHECK ("looked" >= 0), "played" integer unsigned NULL CHECK ("played" >= 0), "created" datetime NOT NULL, "game_id" varchar(10) NOT NULL REFERENCES "web_savedgame" ("id") DEFERRABLE INITIALLY DEFERRED, "study_id" varchar(10) NOT NULL REFERENCES "study_savedstudy" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "answered_once" UNIQUE ("study_id", "node"));
CREATE TABLE "correspondence_letters" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "since" datetime NOT NULL, "latest" datetime NULL, "user_id" bigint NOT NULL UNIQUE REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "correspondence_notice" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "kind" varchar(8) NOT NULL, "turns_version" integer unsigned NOT NULL CHECK ("turns_version" >= 0), "due" datetime NOT NULL, "tries" smallint unsigned NOT NULL CHECK ("tries" >= 0), "game_id" varchar(10) NOT NULL REFERENCES "web_savedgame" ("id") DEFERRABLE INITIALLY DEFERRED, "letters_id" bigint NOT NULL REFERENCES "correspondence_letters" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "noticed_once" UNIQUE ("letters_id", "game_id", "kind", "turns_version"));
CREATE TABLE "django_admin_log" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "object_id" text NULL, "object_repr" varchar(200) NOT NULL, "action_flag" smallint unsigned NOT NULL CHECK ("action_flag" >= 0), "change_message" text NOT NULL, "content_type_id" integer NULL REFERENCES "django_content_type" ("id") DEFERRABLE INITIALLY DEFERRED, "user_id" bigint NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "action_time" datetime NOT NULL);
CREATE TABLE "django_content_type" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "app_label" varchar(100) NOT NULL, "model" varchar(100) NOT NULL);
CREATE TABLE "django_migrations" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "app" varchar(255) NOT NULL, "name" varchar(255) NOT NULL, "applied" datetime NOT NULL);
INSERT INTO "django_migrations" VALUES(1,'contenttypes','0001_initial','2026-11-26 12:23:48.507518');
INSERT INTO "django_migrations" VALUES(2,'contenttypes','0002_remove_content_type_name','2026-11-26 12:23:48.518265');
INSERT INTO "django_migrations" VALUES(3,'auth','0001_initial','2026-11-26 12:23:48.536257');
INSERT INTO "django_migrations" VALUES(4,'auth','0002_alter_permission_name_max_length','2026-11-26 12:23:48.546258');
INSERT INTO "django_migrations" VALUES(5,'auth','0003_alter_user_email_max_length','2026-11-26 12:23:48.554409');
INSERT INTO "django_migrations" VALUES(6,'auth','0004_alter_user_username_opts','2026-11-26 12:23:48.561794');
INSERT INTO "django_migrations" VALUES(7,'auth','0005_alter_user_last_login_null','2026-11-26 12:23:48.568289');
INSERT INTO "django_migrations" VALUES(8,'auth','0006_require_contenttypes_0002','2026-11-26 12:23:48.569707');
INSERT INTO "django_migrations" VALUES(9,'auth','0007_alter_validators_add_error_messages','2026-11-26 12:23:48.576492');
INSERT INTO "django_migrations" VALUES(10,'auth','0008_alter_user_username_max_length','2026-11-26 12:23:48.583108');
INSERT INTO "django_migrations" VALUES(11,'auth','0009_alter_user_last_name_max_length','2026-11-26 12:23:48.590381');
INSERT INTO "django_migrations" VALUES(12,'auth','0010_alter_group_name_max_length','2026-11-26 12:23:48.602621');
INSERT INTO "django_migrations" VALUES(13,'auth','0011_update_proxy_permissions','2026-11-26 12:23:48.609441');
INSERT INTO "django_migrations" VALUES(14,'auth','0012_alter_user_first_name_max_length','2026-11-26 12:23:48.616156');
INSERT INTO "django_migrations" VALUES(15,'accounts','0001_initial','2026-11-26 12:23:48.649295');
INSERT INTO "django_migrations" VALUES(16,'accounts','0002_guessed','2026-11-26 12:23:48.661373');
INSERT INTO "django_migrations" VALUES(17,'admin','0001_initial','2026-11-26 12:23:48.676761');
INSERT INTO "django_migrations" VALUES(18,'admin','0002_logentry_remove_auto_add','2026-11-26 12:23:48.695135');
INSERT INTO "django_migrations" VALUES(19,'admin','0003_logentry_add_action_flag_choices','2026-11-26 12:23:48.712890');
INSERT INTO "django_migrations" VALUES(20,'base','0001_initial','2026-11-26 12:23:48.716451');
INSERT INTO "django_migrations" VALUES(21,'bots','0001_initial','2026-11-26 12:23:48.731322');
INSERT INTO "django_migrations" VALUES(22,'bots','0002_scope','2026-11-26 12:23:48.749338');
INSERT INTO "django_migrations" VALUES(23,'web','0001_initial','2026-11-26 12:23:48.755078');
INSERT INTO "django_migrations" VALUES(30,'study','0001_initial','2026-11-26 12:23:48.938381');
INSERT INTO "django_migrations" VALUES(31,'study','0002_savedreview','2026-11-26 12:23:48.946122');
INSERT INTO "django_migrations" VALUES(34,'online','0001_initial','2026-11-26 12:23:49.056751');
INSERT INTO "django_migrations" VALUES(35,'online','0002_lobby','2026-11-26 12:23:49.179207');
INSERT INTO "django_migrations" VALUES(36,'online','0003_invited','2026-11-26 12:23:49.208995');
INSERT INTO "django_migrations" VALUES(38,'otp_static','0001_initial','2026-11-26 12:23:49.691099');
INSERT INTO "django_migrations" VALUES(39,'otp_static','0002_throttling','2026-11-26 12:23:49.720595');
INSERT INTO "django_migrations" VALUES(40,'otp_static','0003_add_timestamps','2026-11-26 12:23:49.755483');
INSERT INTO "django_migrations" VALUES(41,'otp_totp','0001_initial','2026-11-26 12:23:49.784109');
INSERT INTO "django_migrations" VALUES(42,'otp_totp','0002_auto_20190420_0723','2026-11-26 12:23:49.817112');
INSERT INTO "django_migrations" VALUES(43,'otp_totp','0003_add_timestamps','2026-11-26 12:23:49.853189');
INSERT INTO "django_migrations" VALUES(50,'web','0002_seats','2026-11-26 12:23:53.645292');
INSERT INTO "django_migrations" VALUES(51,'web','0003_lists','2026-11-26 12:23:53.681896');
INSERT INTO "django_migrations" VALUES(52,'web','0004_beaten_levels','2026-11-26 12:23:53.684915');
INSERT INTO "django_migrations" VALUES(53,'web','0005_under_way','2026-11-26 12:23:53.781561');
INSERT INTO "django_migrations" VALUES(54,'web','0006_site_clock','2026-11-26 12:23:53.785113');
INSERT INTO "django_migrations" VALUES(55,'web','0007_visibility','2026-11-26 12:23:53.817366');
INSERT INTO "django_migrations" VALUES(56,'correspondence','0001_initial','2026-11-26 12:23:53.873725');
INSERT INTO "django_migrations" VALUES(57,'web','0008_rated','2026-11-26 12:23:53.905537');
INSERT INTO "django_migrations" VALUES(58,'online','0004_chat','2026-11-26 12:23:54.094466');
INSERT INTO "django_migrations" VALUES(59,'ratings','0001_initial','2026-11-26 12:23:54.741477');
INSERT INTO "django_migrations" VALUES(60,'tournaments','0001_initial','2026-11-26 12:23:55.161313');
INSERT INTO "django_migrations" VALUES(61,'web','0009_event','2026-11-26 12:23:55.221974');
INSERT INTO "django_migrations" VALUES(62,'web','0010_early_ends','2026-11-26 12:23:55.271776');
INSERT INTO "django_migrations" VALUES(63,'web','0011_last_keys','2026-11-26 12:23:55.379152');
INSERT INTO "django_migrations" VALUES(64,'web','0012_heartbeat','2026-11-26 12:23:55.383929');
CREATE TABLE "online_challenge" ("id" varchar(16) NOT NULL PRIMARY KEY, "game" varchar(16) NOT NULL, "options" text NOT NULL, "seed" bigint NULL, "prepared" bool NOT NULL, "side" varchar(8) NOT NULL, "control" text NOT NULL, "state" varchar(10) NOT NULL, "created" datetime NOT NULL, "expires" datetime NOT NULL, "begun" varchar(10) NOT NULL, "maker_id" bigint NOT NULL REFERENCES "accounts_player" ("id") DEFERRABLE INITIALLY DEFERRED, "is_listed" bool NOT NULL, "is_rated" bool NOT NULL, "speed" varchar(16) NOT NULL, "waits_until" datetime NOT NULL, "invited_id" bigint NULL REFERENCES "accounts_player" ("id") DEFERRABLE INITIALLY DEFERRED);
INSERT INTO "online_challenge" VALUES('n6i8cwqvj5wh3bva','byg','{"size": 3, "cap": 3, "swap": false}',NULL,0,'first','','open','2026-11-26 12:23:57.975988','2026-12-03 12:23:57.975559','',3,0,0,'correspondence','2026-11-26 12:24:22.975225',NULL);
CREATE TABLE "online_chatline" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "number" integer unsigned NOT NULL CHECK ("number" >= 0), "text" varchar(200) NOT NULL, "client_id" varchar(36) NULL, "moment" datetime NOT NULL, "is_hidden" bool NOT NULL, "game_id" varchar(10) NOT NULL REFERENCES "web_savedgame" ("id") DEFERRABLE INITIALLY DEFERRED, "player_id" bigint NOT NULL REFERENCES "accounts_player" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "numbered_once" UNIQUE ("game_id", "number"), CONSTRAINT "said_once" UNIQUE ("game_id", "player_id", "client_id"));
CREATE TABLE "online_mute" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "muted_id" bigint NOT NULL REFERENCES "accounts_player" ("id") DEFERRABLE INITIALLY DEFERRED, "muter_id" bigint NOT NULL REFERENCES "accounts_player" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "muted_once" UNIQUE ("muter_id", "muted_id"));
CREATE TABLE "online_report" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "moment" datetime NOT NULL, "handled" datetime NULL, "line_id" bigint NOT NULL UNIQUE REFERENCES "online_chatline" ("id") DEFERRABLE INITIALLY DEFERRED, "reporter_id" bigint NOT NULL REFERENCES "accounts_player" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "online_ticket" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "game" varchar(16) NOT NULL, "speed" varchar(16) NOT NULL, "is_rated" bool NOT NULL, "since" datetime NOT NULL, "seen" datetime NOT NULL, "begun" varchar(10) NOT NULL, "player_id" bigint NOT NULL UNIQUE REFERENCES "accounts_player" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "otp_static_staticdevice" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "name" varchar(64) NOT NULL, "confirmed" bool NOT NULL, "user_id" bigint NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "throttling_failure_count" integer unsigned NOT NULL CHECK ("throttling_failure_count" >= 0), "throttling_failure_timestamp" datetime NULL, "created_at" datetime NULL, "last_used_at" datetime NULL);
CREATE TABLE "otp_static_statictoken" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "token" varchar(16) NOT NULL, "device_id" integer NOT NULL REFERENCES "otp_static_staticdevice" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "otp_totp_totpdevice" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "name" varchar(64) NOT NULL, "confirmed" bool NOT NULL, "key" varchar(80) NOT NULL, "step" smallint unsigned NOT NULL CHECK ("step" >= 0), "t0" bigint NOT NULL, "digits" smallint unsigned NOT NULL CHECK ("digits" >= 0), "tolerance" smallint unsigned NOT NULL CHECK ("tolerance" >= 0), "drift" smallint NOT NULL, "last_t" bigint NOT NULL, "user_id" bigint NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "throttling_failure_count" integer unsigned NOT NULL CHECK ("throttling_failure_count" >= 0), "throttling_failure_timestamp" datetime NULL, "created_at" datetime NULL, "last_used_at" datetime NULL);
CREATE TABLE "ratings_leftout" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "since" datetime NOT NULL, "player_id" bigint NOT NULL UNIQUE REFERENCES "accounts_player" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "ratings_playerrating" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "game" varchar(16) NOT NULL, "speed" varchar(16) NOT NULL, "rating" real NOT NULL, "deviation" real NOT NULL, "volatility" real NOT NULL, "num_games" integer unsigned NOT NULL CHECK ("num_games" >= 0), "moment" real NULL, "player_id" bigint NOT NULL REFERENCES "accounts_player" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "rated_once" UNIQUE ("player_id", "game", "speed"));
INSERT INTO "ratings_playerrating" VALUES(1,'kitaran','rapid',1.66221200260576483748e+03,2.90230506091091228892e+02,5.99996753723485362619e-02,1,1.79569583782898163802e+09,1);
INSERT INTO "ratings_playerrating" VALUES(2,'kitaran','rapid',1.33778799739423516251e+03,2.90230506091091228892e+02,5.99996753723485362619e-02,1,1.79569583782898163802e+09,2);
CREATE TABLE "ratings_ratedgame" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "game" varchar(16) NOT NULL, "speed" varchar(16) NOT NULL, "score" real NOT NULL, "moment" real NOT NULL, "first_before" real NOT NULL, "first_after" real NOT NULL, "second_before" real NOT NULL, "second_after" real NOT NULL, "first_id" bigint NOT NULL REFERENCES "accounts_player" ("id") DEFERRABLE INITIALLY DEFERRED, "saved_id" varchar(10) NULL UNIQUE REFERENCES "web_savedgame" ("id") DEFERRABLE INITIALLY DEFERRED, "second_id" bigint NOT NULL REFERENCES "accounts_player" ("id") DEFERRABLE INITIALLY DEFERRED);
INSERT INTO "ratings_ratedgame" VALUES(1,'kitaran','rapid',1.0,1.79569583782898163802e+09,1500.0,1.66221200260576483748e+03,1500.0,1.33778799739423516251e+03,1,'35wdyt5c84',2);
CREATE TABLE "study_savededit" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "number" integer unsigned NOT NULL CHECK ("number" >= 0), "edit" text NOT NULL, "inverse" text NOT NULL, "made" datetime NOT NULL, "study_id" varchar(10) NOT NULL REFERENCES "study_savedstudy" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "edit_once" UNIQUE ("study_id", "number"));
CREATE TABLE "study_savedreview" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "chapter" integer unsigned NOT NULL CHECK ("chapter" >= 0), "nodes" text NOT NULL, "data" text NOT NULL, "made" datetime NOT NULL, "study_id" varchar(10) NOT NULL REFERENCES "study_savedstudy" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "review_once" UNIQUE ("study_id", "chapter"));
CREATE TABLE "study_savedstudy" ("id" varchar(10) NOT NULL PRIMARY KEY, "holder" varchar(64) NOT NULL, "visibility" varchar(8) NOT NULL, "notes_of" varchar(10) NULL, "version" integer unsigned NOT NULL CHECK ("version" >= 0), "snapshot" text NOT NULL, "snapshot_version" integer unsigned NOT NULL CHECK ("snapshot_version" >= 0), "title" varchar(100) NOT NULL, "games" varchar(200) NOT NULL, "created" datetime NOT NULL, "updated" datetime NOT NULL, "deleted" datetime NULL);
INSERT INTO "study_savedstudy" VALUES('893hufdkrh','account:2','private',NULL,0,'{"version":1,"title":"Kitaran","chapters":[{"number":1,"title":"Kitaran","head":"{\n  \"format\": \"skerry-record\",\n  \"version\": 1,\n  \"rules\": 1,\n  \"game\": \"kitaran\",\n  \"options\": {\n    \"size\": 5,\n    \"komi\": 0.0,\n    \"swap\": false,\n    \"cycle_limit\": 50,\n    \"cycle\": \"place\"\n  },\n  \"setup\": null,\n  \"persons\": [\n    {\n      \"name\": \"\",\n      \"kind\": \"human\"\n    },\n    {\n      \"name\": \"\",\n      \"kind\": \"human\"\n    }\n  ],\n  \"date\": null,\n  \"comment\": \"\",\n  \"turns\": [],\n  \"result\": null\n}\n","nodes":[{"number":0,"parent":-1,"turn":""}],"next":1}],"next":2}',0,'Kitaran','kitaran','2026-11-26 12:23:56.283243','2026-11-26 12:23:56.283354',NULL);
CREATE TABLE "tournaments_board" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "round" smallint unsigned NOT NULL CHECK ("round" >= 0), "board" smallint unsigned NOT NULL CHECK ("board" >= 0), "saved_id" varchar(10) NULL UNIQUE REFERENCES "web_savedgame" ("id") DEFERRABLE INITIALLY DEFERRED, "tournament_id" varchar(10) NOT NULL REFERENCES "tournaments_tournament" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "paired_once" UNIQUE ("tournament_id", "round", "board"));
CREATE TABLE "tournaments_entry" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "created" datetime NOT NULL, "player_id" bigint NOT NULL REFERENCES "accounts_player" ("id") DEFERRABLE INITIALLY DEFERRED, "tournament_id" varchar(10) NOT NULL REFERENCES "tournaments_tournament" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "entered_once" UNIQUE ("tournament_id", "player_id"));
CREATE TABLE "tournaments_ladder" ("id" varchar(10) NOT NULL PRIMARY KEY, "name" varchar(50) NOT NULL, "game" varchar(16) NOT NULL, "options" text NOT NULL, "control" text NOT NULL, "is_rated" bool NOT NULL, "allows_bots" bool NOT NULL, "state" varchar(8) NOT NULL, "data" text NOT NULL, "version" integer unsigned NOT NULL CHECK ("version" >= 0), "created" datetime NOT NULL, "ended" datetime NULL, "due" real NULL, "maker_id" bigint NOT NULL REFERENCES "accounts_player" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "tournaments_laddergame" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "created" datetime NOT NULL, "challenger_id" bigint NOT NULL REFERENCES "accounts_player" ("id") DEFERRABLE INITIALLY DEFERRED, "ladder_id" varchar(10) NOT NULL REFERENCES "tournaments_ladder" ("id") DEFERRABLE INITIALLY DEFERRED, "saved_id" varchar(10) NULL UNIQUE REFERENCES "web_savedgame" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "tournaments_member" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "created" datetime NOT NULL, "ladder_id" varchar(10) NOT NULL REFERENCES "tournaments_ladder" ("id") DEFERRABLE INITIALLY DEFERRED, "player_id" bigint NOT NULL REFERENCES "accounts_player" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "joined_once" UNIQUE ("ladder_id", "player_id"));
CREATE TABLE "tournaments_tournament" ("id" varchar(10) NOT NULL PRIMARY KEY, "name" varchar(50) NOT NULL, "game" varchar(16) NOT NULL, "options" text NOT NULL, "control" text NOT NULL, "is_rated" bool NOT NULL, "allows_bots" bool NOT NULL, "state" varchar(8) NOT NULL, "data" text NOT NULL, "version" integer unsigned NOT NULL CHECK ("version" >= 0), "created" datetime NOT NULL, "ended" datetime NULL, "system" varchar(16) NOT NULL, "length" smallint unsigned NOT NULL CHECK ("length" >= 0), "is_due" bool NOT NULL, "started" datetime NULL, "maker_id" bigint NOT NULL REFERENCES "accounts_player" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "web_beatenlevel" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "holder" varchar(64) NOT NULL, "game" varchar(16) NOT NULL, "level" varchar(16) NOT NULL, CONSTRAINT "beaten_once" UNIQUE ("holder", "game", "level"));
CREATE TABLE "web_heartbeat" ("id" smallint unsigned NOT NULL PRIMARY KEY CHECK ("id" >= 0), "last" real NOT NULL, "lost" real NOT NULL);
INSERT INTO "web_heartbeat" VALUES(1,1795695837.0,0.0);
CREATE TABLE "web_playedturn" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "person" smallint NOT NULL, "client_id" varchar(36) NOT NULL, "version_after" integer unsigned NOT NULL CHECK ("version_after" >= 0), "game_id" varchar(10) NOT NULL REFERENCES "web_savedgame" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "played_once" UNIQUE ("game_id", "person", "client_id"));
CREATE TABLE "web_savedgame" ("id" varchar(10) NOT NULL PRIMARY KEY, "record" text NOT NULL, "version" integer unsigned NOT NULL CHECK ("version" >= 0), "game" varchar(16) NOT NULL, "level" varchar(16) NOT NULL, "computer" smallint NULL, "num_turns" integer unsigned NOT NULL CHECK ("num_turns" >= 0), "to_act" smallint NULL, "status" varchar(8) NOT NULL, "summary" varchar(200) NOT NULL, "trouble" varchar(300) NOT NULL, "created" datetime NOT NULL, "updated" datetime NOT NULL, "first_seat" varchar(64) NULL, "second_seat" varchar(64) NULL, "winner" smallint NULL, "deleted" datetime NULL, "turns_version" integer unsigned NOT NULL CHECK ("turns_version" >= 0), "clock" text NULL, "offers" text NOT NULL, "deadline" real NULL, "is_aborted" bool NOT NULL, "next_game" varchar(10) NOT NULL, "visibility" varchar(8) NOT NULL, "position_key" bigint NULL, "is_rated" bool NOT NULL, "event" varchar(60) NOT NULL, "event_path" varchar(60) NOT NULL, "played_by" smallint unsigned NOT NULL CHECK ("played_by" >= 0), "ended_early_by" smallint NULL, "key_before" bigint NULL, "key_two_before" bigint NULL, "opening_turns" smallint unsigned NOT NULL CHECK ("opening_turns" >= 0));
INSERT INTO "web_savedgame" VALUES('aafriends2','{
  "format": "skerry-record",
  "version": 1,
  "rules": 1,
  "game": "kitaran",
  "options": {
    "size": 3,
    "komi": 0.0,
    "swap": false,
    "cycle_limit": 18
  },
  "setup": null,
  "persons": [
    {
      "name": "Ada",
      "kind": "human"
    },
    {
      "name": "Grace",
      "kind": "human"
    }
  ],
  "date": "2026-11-22",
  "comment": "",
  "turns": [
    {
      "text": "a1"
    },
    {
      "text": "b2"
    },
    {
      "text": "c3"
    }
  ],
  "result": null
}
',3,'kitaran','',NULL,3,1,'running','White to move','','2026-11-22 17:03:23.709796','2026-11-22 17:03:23.743651','0f007385b6f9d4b7eeb2748605afe1a984a0a3bfa3f014d09e2a784ce9e5cd1a','0f007385b6f9d4b7eeb2748605afe1a984a0a3bfa3f014d09e2a784ce9e5cd1a',NULL,NULL,3,NULL,'',NULL,0,'','link',NULL,0,'','',0,NULL,NULL,NULL,4);
INSERT INTO "web_savedgame" VALUES('bbcomputer','{
  "format": "skerry-record",
  "version": 1,
  "rules": 1,
  "game": "kitaran",
  "options": {
    "size": 3,
    "komi": 0.0,
    "swap": false,
    "cycle_limit": 18
  },
  "setup": null,
  "persons": [
    {
      "name": "You",
      "kind": "human"
    },
    {
      "name": "Computer",
      "kind": "computer",
      "level": "2"
    }
  ],
  "date": "2026-11-22",
  "comment": "",
  "turns": [
    {
      "text": "a1"
    },
    {
      "text": "b2"
    }
  ],
  "result": null
}
',2,'kitaran','2',1,2,0,'running','Black to move','','2026-11-22 17:03:23.761624','2026-11-22 17:03:23.827500','0f007385b6f9d4b7eeb2748605afe1a984a0a3bfa3f014d09e2a784ce9e5cd1a',NULL,NULL,NULL,2,NULL,'',NULL,0,'','link',NULL,0,'','',0,NULL,NULL,NULL,4);
INSERT INTO "web_savedgame" VALUES('ccsecond22','{
  "format": "skerry-record",
  "version": 1,
  "rules": 1,
  "game": "kitaran",
  "options": {
    "size": 3,
    "komi": 0.0,
    "swap": false,
    "cycle_limit": 18
  },
  "setup": null,
  "persons": [
    {
      "name": "Computer",
      "kind": "computer",
      "level": "2"
    },
    {
      "name": "You",
      "kind": "human"
    }
  ],
  "date": "2026-11-22",
  "comment": "",
  "turns": [
    {
      "text": "b2"
    },
    {
      "text": "a1"
    }
  ],
  "result": null
}
',2,'kitaran','2',0,2,0,'running','Black to move','','2026-11-22 17:03:23.921882','2026-11-22 17:03:24.074454',NULL,'0f007385b6f9d4b7eeb2748605afe1a984a0a3bfa3f014d09e2a784ce9e5cd1a',NULL,NULL,2,NULL,'',NULL,0,'','link',NULL,0,'','',0,NULL,NULL,NULL,4);
INSERT INTO "web_savedgame" VALUES('ddresigned','{
  "format": "skerry-record",
  "version": 1,
  "rules": 1,
  "game": "spry",
  "options": {
    "size": 3,
    "swap": false
  },
  "setup": null,
  "persons": [
    {
      "name": "Ada",
      "kind": "human"
    },
    {
      "name": "Grace",
      "kind": "human"
    }
  ],
  "date": "2026-11-22",
  "comment": "",
  "turns": [
    {
      "text": "a1"
    }
  ],
  "result": {
    "winner": 0,
    "reason": "resignation"
  }
}
',2,'spry','',NULL,1,NULL,'over','White wins by resignation','','2026-11-22 17:03:24.141089','2026-11-22 17:03:24.172906','0f007385b6f9d4b7eeb2748605afe1a984a0a3bfa3f014d09e2a784ce9e5cd1a','0f007385b6f9d4b7eeb2748605afe1a984a0a3bfa3f014d09e2a784ce9e5cd1a',0,NULL,2,NULL,'',NULL,0,'','link',NULL,0,'','',0,NULL,NULL,NULL,4);
INSERT INTO "web_savedgame" VALUES('eesetup222','{
  "format": "skerry-record",
  "version": 1,
  "rules": 1,
  "game": "syrtis",
  "options": {
    "board": "minor",
    "stall_limit": 100
  },
  "setup": {
    "a1": "ds",
    "a2": "ls",
    "a3": "lc",
    "a4": "lc",
    "b1": "lc",
    "b2": "dc",
    "b3": "dc",
    "b4": "ls",
    "c1": "dc",
    "c2": "ls",
    "c3": "ls",
    "c4": "ds",
    "d1": "ds",
    "d2": "ds",
    "d3": "dc",
    "d4": "lc"
  },
  "persons": [
    {
      "name": "Computer",
      "kind": "computer",
      "level": "3"
    },
    {
      "name": "You",
      "kind": "human"
    }
  ],
  "date": "2026-11-22",
  "comment": "",
  "turns": [],
  "result": null
}
',0,'syrtis','3',0,0,0,'running','First player sets up the board','','2026-11-22 17:03:24.214067','2026-11-22 17:03:24.214105',NULL,'0f007385b6f9d4b7eeb2748605afe1a984a0a3bfa3f014d09e2a784ce9e5cd1a',NULL,NULL,0,NULL,'',NULL,0,'','link',NULL,0,'','',0,NULL,NULL,NULL,4);
INSERT INTO "web_savedgame" VALUES('ffothers22','{
  "format": "skerry-record",
  "version": 1,
  "rules": 1,
  "game": "byg",
  "options": {
    "size": 3,
    "cap": 3,
    "swap": false
  },
  "setup": null,
  "persons": [
    {
      "name": "Eve",
      "kind": "human"
    },
    {
      "name": "",
      "kind": "human"
    }
  ],
  "date": "2026-11-22",
  "comment": "",
  "turns": [
    {
      "text": "a1"
    }
  ],
  "result": null
}
',1,'byg','',NULL,1,1,'running','Black to move','','2026-11-22 17:03:24.273532','2026-11-22 17:03:24.314020','412dc46cc9e3cb26f29f7c1415c556349af62904c5d15b0a2d8cfdc5cfa22b34','412dc46cc9e3cb26f29f7c1415c556349af62904c5d15b0a2d8cfdc5cfa22b34',NULL,NULL,1,NULL,'',NULL,0,'','link',NULL,0,'','',0,NULL,NULL,NULL,4);
INSERT INTO "web_savedgame" VALUES('35wdyt5c84','{
  "format": "skerry-record",
  "version": 1,
  "rules": 1,
  "game": "kitaran",
  "options": {
    "size": 4,
    "komi": 0.5,
    "swap": false,
    "cycle_limit": 32,
    "cycle": "place"
  },
  "setup": null,
  "persons": [
    {
      "name": "Grace",
      "kind": "human"
    },
    {
      "name": "Ada",
      "kind": "human"
    }
  ],
  "date": "2026-11-26",
  "comment": "",
  "turns": [
    {
      "text": "a1"
    },
    {
      "text": "a2"
    }
  ],
  "result": {
    "winner": 0,
    "reason": "resignation"
  }
}
',5,'kitaran','',NULL,2,NULL,'over','Black wins by resignation','','2026-11-26 12:23:56.383146','2026-11-26 12:23:57.816803','account:1','account:2',0,NULL,4,'{"control": {"kind": "fischer", "seconds": 600, "increment": 5}, "left": [[604.6087763309479, 0], [603.9682066440582, 0]], "began": 1795695837.8027372, "lag": [3.0, 3.0], "vacations": [[0.0, null, 0.0], [0.0, null, 0.0]]}','',NULL,0,'','public',NULL,1,'','',3,NULL,NULL,NULL,4);
INSERT INTO "web_savedgame" VALUES('k3mpesk227','{
  "format": "skerry-record",
  "version": 1,
  "rules": 1,
  "game": "kitaran",
  "options": {
    "size": 4,
    "komi": 0.5,
    "swap": false,
    "cycle_limit": 32,
    "cycle": "place"
  },
  "setup": null,
  "persons": [
    {
      "name": "Ada",
      "kind": "human"
    },
    {
      "name": "Grace",
      "kind": "human"
    }
  ],
  "date": "2026-11-26",
  "comment": "",
  "turns": [
    {
      "text": "a1"
    },
    {
      "text": "a2"
    }
  ],
  "result": null
}
',4,'kitaran','',NULL,2,0,'running','Black to move','','2026-11-26 12:23:57.857029','2026-11-26 12:23:57.894116','account:2','account:1',NULL,NULL,4,'{"control": {"kind": "fischer", "seconds": 600, "increment": 5}, "left": [[604.9820644855499, 0], [604.9809370040894, 0]], "began": 1795695837.8926997, "lag": [3.0, 3.0], "vacations": [[0.0, null, 0.0], [0.0, null, 0.0]]}','',1.79569644387476420399e+09,0,'','public',7607516276028099323,1,'','',3,NULL,3103495831961510576,-1421817203038890518,4);
CREATE TABLE "web_siteclock" ("boot" varchar(36) NOT NULL PRIMARY KEY, "offset" real NOT NULL);
INSERT INTO "web_siteclock" VALUES('ec18b4de-ce5b-4051-8579-b2b524787b2c',1.79566548799311852453e+09);
CREATE UNIQUE INDEX "django_content_type_app_label_model_76bd3d3b_uniq" ON "django_content_type" ("app_label", "model");
CREATE UNIQUE INDEX "auth_group_permissions_group_id_permission_id_0cd325b0_uniq" ON "auth_group_permissions" ("group_id", "permission_id");
CREATE INDEX "auth_group_permissions_group_id_b120cbf9" ON "auth_group_permissions" ("group_id");
CREATE INDEX "auth_group_permissions_permission_id_84c5c92e" ON "auth_group_permissions" ("permission_id");
CREATE UNIQUE INDEX "auth_permission_content_type_id_codename_01ab375a_uniq" ON "auth_permission" ("content_type_id", "codename");
CREATE INDEX "auth_permission_content_type_id_2f476e4b" ON "auth_permission" ("content_type_id");
CREATE UNIQUE INDEX "accounts_user_groups_user_id_group_id_59c0b32f_uniq" ON "accounts_user_groups" ("user_id", "group_id");
CREATE INDEX "accounts_user_groups_user_id_52b62117" ON "accounts_user_groups" ("user_id");
CREATE INDEX "accounts_user_groups_group_id_bd11a704" ON "accounts_user_groups" ("group_id");
CREATE UNIQUE INDEX "accounts_user_user_permissions_user_id_permission_id_2ab516c2_uniq" ON "accounts_user_user_permissions" ("user_id", "permission_id");
CREATE INDEX "accounts_user_user_permissions_user_id_e4f0a161" ON "accounts_user_user_permissions" ("user_id");
CREATE INDEX "accounts_user_user_permissions_permission_id_113bb443" ON "accounts_user_user_permissions" ("permission_id");
CREATE INDEX "accounts_player_seen_67f3806d" ON "accounts_player" ("seen");
CREATE INDEX "accounts_session_expire_date_5bbfba7c" ON "accounts_session" ("expire_date");
CREATE INDEX "accounts_session_user_id_d5aaed01" ON "accounts_session" ("user_id");
CREATE INDEX "django_admin_log_content_type_id_c4bce8eb" ON "django_admin_log" ("content_type_id");
CREATE INDEX "django_admin_log_user_id_c564eba6" ON "django_admin_log" ("user_id");
CREATE INDEX "base_revokedseat_before_06d1ff34" ON "base_revokedseat" ("before");
CREATE INDEX "bots_apitoken_user_id_bb9c4df9" ON "bots_apitoken" ("user_id");
CREATE UNIQUE INDEX "notes_once" ON "study_savedstudy" ("holder", "notes_of") WHERE "deleted" IS NULL;
CREATE INDEX "study_savedstudy_holder_49608e25" ON "study_savedstudy" ("holder");
CREATE INDEX "study_savedstudy_deleted_58fdb6c6" ON "study_savedstudy" ("deleted");
CREATE INDEX "study_savededit_study_id_e55596ac" ON "study_savededit" ("study_id");
CREATE INDEX "study_savedreview_study_id_a30d41e4" ON "study_savedreview" ("study_id");
CREATE INDEX "online_challenge_expires_edc65205" ON "online_challenge" ("expires");
CREATE INDEX "online_challenge_maker_id_c7c757bf" ON "online_challenge" ("maker_id");
CREATE INDEX "challenges_listed" ON "online_challenge" ("created" DESC) WHERE ("is_listed" AND "state" = 'open');
CREATE INDEX "tickets_waiting" ON "online_ticket" ("game", "speed", "is_rated") WHERE "begun" = '';
CREATE INDEX "online_challenge_invited_id_bcf53606" ON "online_challenge" ("invited_id");
CREATE INDEX "otp_static_statictoken_token_d0a51866" ON "otp_static_statictoken" ("token");
CREATE INDEX "otp_static_statictoken_device_id_74b7c7d1" ON "otp_static_statictoken" ("device_id");
CREATE INDEX "otp_static_staticdevice_user_id_7f9cff2b" ON "otp_static_staticdevice" ("user_id");
CREATE INDEX "otp_totp_totpdevice_user_id_0fb18292" ON "otp_totp_totpdevice" ("user_id");
CREATE INDEX "web_beatenlevel_holder_4d8dd45b" ON "web_beatenlevel" ("holder");
CREATE INDEX "web_playedturn_game_id_fb3ccac1" ON "web_playedturn" ("game_id");
CREATE INDEX "correspondence_conditionalturn_game_id_1a6c7c35" ON "correspondence_conditionalturn" ("game_id");
CREATE INDEX "correspondence_conditionalturn_study_id_a92d0ec3" ON "correspondence_conditionalturn" ("study_id");
CREATE INDEX "unplayed_answers" ON "correspondence_conditionalturn" ("game_id") WHERE "played" IS NULL;
CREATE INDEX "correspondence_notice_due_b69666f8" ON "correspondence_notice" ("due");
CREATE INDEX "correspondence_notice_game_id_8f0a6246" ON "correspondence_notice" ("game_id");
CREATE INDEX "correspondence_notice_letters_id_9c3d0274" ON "correspondence_notice" ("letters_id");
CREATE INDEX "online_report_reporter_id_34edd689" ON "online_report" ("reporter_id");
CREATE INDEX "online_chatline_game_id_84fa2d41" ON "online_chatline" ("game_id");
CREATE INDEX "online_chatline_player_id_f7212344" ON "online_chatline" ("player_id");
CREATE INDEX "online_mute_muted_id_aa126ecb" ON "online_mute" ("muted_id");
CREATE INDEX "online_mute_muter_id_29b1d260" ON "online_mute" ("muter_id");
CREATE INDEX "ratings_playerrating_player_id_6e2735ff" ON "ratings_playerrating" ("player_id");
CREATE INDEX "ratings_of_a_kind" ON "ratings_playerrating" ("game", "speed", "rating" DESC);
CREATE INDEX "ratings_ratedgame_first_id_3ff87997" ON "ratings_ratedgame" ("first_id");
CREATE INDEX "ratings_ratedgame_second_id_2a138c4e" ON "ratings_ratedgame" ("second_id");
CREATE INDEX "rated_in_order" ON "ratings_ratedgame" ("game", "speed", "moment");
CREATE INDEX "tournaments_due" ON "tournaments_tournament" ("id") WHERE "is_due";
CREATE INDEX "tournaments_ladder_state_ac50beb9" ON "tournaments_ladder" ("state");
CREATE INDEX "tournaments_ladder_due_204c89d9" ON "tournaments_ladder" ("due");
CREATE INDEX "tournaments_ladder_maker_id_77131395" ON "tournaments_ladder" ("maker_id");
CREATE INDEX "tournaments_laddergame_challenger_id_e38e1597" ON "tournaments_laddergame" ("challenger_id");
CREATE INDEX "tournaments_laddergame_ladder_id_0684a480" ON "tournaments_laddergame" ("ladder_id");
CREATE INDEX "tournaments_tournament_state_e7a3afe2" ON "tournaments_tournament" ("state");
CREATE INDEX "tournaments_tournament_maker_id_b70e2f73" ON "tournaments_tournament" ("maker_id");
CREATE INDEX "tournaments_member_ladder_id_bff5e0e7" ON "tournaments_member" ("ladder_id");
CREATE INDEX "tournaments_member_player_id_8316e25b" ON "tournaments_member" ("player_id");
CREATE INDEX "tournaments_entry_player_id_3dbaf6a7" ON "tournaments_entry" ("player_id");
CREATE INDEX "tournaments_entry_tournament_id_8241213d" ON "tournaments_entry" ("tournament_id");
CREATE INDEX "tournaments_board_tournament_id_8b14b8f8" ON "tournaments_board" ("tournament_id");
CREATE INDEX "web_savedgame_first_seat_3097d84c" ON "web_savedgame" ("first_seat");
CREATE INDEX "web_savedgame_second_seat_a44253b3" ON "web_savedgame" ("second_seat");
CREATE INDEX "web_savedgame_deleted_b87dc313" ON "web_savedgame" ("deleted");
CREATE INDEX "web_savedgame_deadline_c355f114" ON "web_savedgame" ("deadline");
CREATE INDEX "running_positions" ON "web_savedgame" ("position_key") WHERE "position_key" IS NOT NULL;
CREATE INDEX "running_before" ON "web_savedgame" ("key_before") WHERE "key_before" IS NOT NULL;
CREATE INDEX "running_two_before" ON "web_savedgame" ("key_two_before") WHERE "key_two_before" IS NOT NULL;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('django_migrations',64);
INSERT INTO "sqlite_sequence" VALUES('django_content_type',38);
INSERT INTO "sqlite_sequence" VALUES('auth_permission',152);
INSERT INTO "sqlite_sequence" VALUES('auth_group',0);
INSERT INTO "sqlite_sequence" VALUES('django_admin_log',0);
INSERT INTO "sqlite_sequence" VALUES('online_ticket',0);
INSERT INTO "sqlite_sequence" VALUES('otp_static_staticdevice',0);
INSERT INTO "sqlite_sequence" VALUES('otp_totp_totpdevice',0);
INSERT INTO "sqlite_sequence" VALUES('online_chatline',0);
INSERT INTO "sqlite_sequence" VALUES('online_mute',0);
INSERT INTO "sqlite_sequence" VALUES('tournaments_entry',0);
INSERT INTO "sqlite_sequence" VALUES('tournaments_board',0);
INSERT INTO "sqlite_sequence" VALUES('accounts_user',2);
INSERT INTO "sqlite_sequence" VALUES('accounts_player',3);
INSERT INTO "sqlite_sequence" VALUES('ratings_playerrating',2);
INSERT INTO "sqlite_sequence" VALUES('ratings_ratedgame',1);
COMMIT;
