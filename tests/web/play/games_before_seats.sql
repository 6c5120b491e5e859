CREATE TABLE "web_savedgame" ("id" varchar(10) NOT NULL PRIMARY KEY, "seat" varchar(64) NOT NULL, "record" text NOT NULL, "version" integer unsigned NOT NULL CHECK ("version" >= 0), "game" varchar(16) NOT NULL, "level" varchar(16) NOT NULL, "computer" smallint NULL, "num_turns" integer unsigned NOT NULL CHECK ("num_turns" >= 0), "to_act" smallint NULL, "status" varchar(8) NOT NULL, "summary" varchar(200) NOT NULL, "trouble" varchar(300) NOT NULL, "created" datetime NOT NULL, "updated" datetime NOT NULL);
INSERT INTO "web_savedgame" VALUES('aafriends2','0f007385b6f9d4b7eeb2748605afe1a984a0a3bfa3f014d09e2a784ce9e5cd1a','{
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
',3,'kitaran','',NULL,3,1,'running','White to move','','2026-11-22 17:03:23.709796','2026-11-22 17:03:23.743651');
INSERT INTO "web_savedgame" VALUES('bbcomputer','0f007385b6f9d4b7eeb2748605afe1a984a0a3bfa3f014d09e2a784ce9e5cd1a','{
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
',2,'kitaran','2',1,2,0,'running','Black to move','','2026-11-22 17:03:23.761624','2026-11-22 17:03:23.827500');
INSERT INTO "web_savedgame" VALUES('ccsecond22','0f007385b6f9d4b7eeb2748605afe1a984a0a3bfa3f014d09e2a784ce9e5cd1a','{
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
',2,'kitaran','2',0,2,0,'running','Black to move','','2026-11-22 17:03:23.921882','2026-11-22 17:03:24.074454');
INSERT INTO "web_savedgame" VALUES('ddresigned','0f007385b6f9d4b7eeb2748605afe1a984a0a3bfa3f014d09e2a784ce9e5cd1a','{
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
',2,'spry','',NULL,1,NULL,'over','White wins by resignation','','2026-11-22 17:03:24.141089','2026-11-22 17:03:24.172906');
INSERT INTO "web_savedgame" VALUES('eesetup222','0f007385b6f9d4b7eeb2748605afe1a984a0a3bfa3f014d09e2a784ce9e5cd1a','{
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
',0,'syrtis','3',0,0,0,'running','First player sets up the board','','2026-11-22 17:03:24.214067','2026-11-22 17:03:24.214105');
INSERT INTO "web_savedgame" VALUES('ffothers22','412dc46cc9e3cb26f29f7c1415c556349af62904c5d15b0a2d8cfdc5cfa22b34','{
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
',1,'byg','',NULL,1,1,'running','Black to move','','2026-11-22 17:03:24.273532','2026-11-22 17:03:24.314020');
CREATE INDEX "web_savedgame_seat_f5ea11c5" ON "web_savedgame" ("seat");
