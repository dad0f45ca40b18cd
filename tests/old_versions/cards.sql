BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0007');
CREATE TABLE club (
	id INTEGER NOT NULL, 
	"key" VARCHAR(24) NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	created_at DATETIME NOT NULL, 
	code_generation INTEGER NOT NULL, 
	recovery_generation INTEGER NOT NULL, 
	scorer_code_hash VARCHAR(64) NOT NULL, 
	viewer_code_hash VARCHAR(64) NOT NULL, 
	recovery_hash VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_club PRIMARY KEY (id), 
	CONSTRAINT uq_club_key UNIQUE ("key"), 
	CONSTRAINT uq_club_recovery_hash UNIQUE (recovery_hash), 
	CONSTRAINT uq_club_scorer_code_hash UNIQUE (scorer_code_hash), 
	CONSTRAINT uq_club_viewer_code_hash UNIQUE (viewer_code_hash)
);
INSERT INTO "club" VALUES(1,'aKQLIeaFTqnn','','2026-11-22 19:00:00.000000',0,0,'a170ffa5eb0e8a21c6970e5c707df4ed776939f64192ce974cf065a3fa953a32','4da512fce2754aa730aba602bf3ea8ed621bfd8a411ee840a50dd0258eaabf79','bc7ed62cd5ad24e199ab6428b89997fd544afd8590c4ba702ef3b1d818c03cb1');
CREATE TABLE day (
	date VARCHAR(10) NOT NULL, 
	CONSTRAINT pk_day PRIMARY KEY (date)
);
CREATE TABLE device (
	id INTEGER NOT NULL, 
	token_hash VARCHAR(64) NOT NULL, 
	label VARCHAR(40) NOT NULL, 
	created_at DATETIME NOT NULL, 
	seen_at DATETIME NOT NULL, 
	CONSTRAINT pk_device PRIMARY KEY (id), 
	CONSTRAINT uq_device_token_hash UNIQUE (token_hash)
);
INSERT INTO "device" VALUES(1,'ef550b3d64bc41cb315d4afbf001191af9951870acdb79b4d9055092314f2d45','Ann''s phone','2026-11-22 19:00:00.000000','2026-11-22 19:00:00.000000');
INSERT INTO "device" VALUES(2,'62bf5b49ed3ba27d917b89e04a635a39a7fdb3829e3a24b2784a6de3fd0264db','A phone','2026-11-22 19:00:00.000000','2026-11-22 19:00:00.000000');
INSERT INTO "device" VALUES(3,'95c686383e8fcd0ed844686a455344ba62265271cce2a84335e0654236fc1778','A phone','2026-11-22 19:00:00.000000','2026-11-22 19:00:00.000000');
CREATE TABLE draft (
	play_id INTEGER NOT NULL, 
	slot INTEGER NOT NULL, 
	data JSON NOT NULL, 
	locked BOOLEAN NOT NULL, 
	revision INTEGER NOT NULL, 
	device_id INTEGER, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_draft PRIMARY KEY (play_id), 
	CONSTRAINT fk_draft_device_id_device FOREIGN KEY(device_id) REFERENCES device (id), 
	CONSTRAINT fk_draft_play_id_play FOREIGN KEY(play_id) REFERENCES play (id)
);
INSERT INTO "draft" VALUES(11,1,'{"absent": []}',0,2,2,'2026-11-22 19:00:00.000000');
INSERT INTO "draft" VALUES(12,1,'{"bid": {"@1": 2, "@3": 1}}',0,1,1,'2026-11-22 19:00:00.000000');
CREATE TABLE "edit" (
	id INTEGER NOT NULL, 
	play_id INTEGER NOT NULL, 
	revision INTEGER NOT NULL, 
	kind VARCHAR(10) NOT NULL, 
	slot INTEGER, 
	entry JSON, 
	ended BOOLEAN, 
	seats JSON, 
	undoes INTEGER, 
	device_id INTEGER, 
	at DATETIME NOT NULL, 
	client_id VARCHAR(40) NOT NULL, player_id INTEGER REFERENCES player (id), 
	CONSTRAINT pk_edit PRIMARY KEY (id), 
	CONSTRAINT fk_edit_device_id_device FOREIGN KEY(device_id) REFERENCES device (id), 
	CONSTRAINT fk_edit_play_id_play FOREIGN KEY(play_id) REFERENCES play (id), 
	CONSTRAINT uq_edit_play_id_client_id UNIQUE (play_id, client_id), 
	CONSTRAINT uq_edit_play_id_revision UNIQUE (play_id, revision), 
	CONSTRAINT ck_edit_kind CHECK (kind IN ('start', 'round', 'correct', 'remove', 'end', 'reopen', 'seats', 'note', 'undo', 'redo'))
);
INSERT INTO "edit" VALUES(1,1,1,'start',NULL,NULL,NULL,'[{"player_id": 1, "from_slot": 0}, {"player_id": 2, "from_slot": 0}, {"player_id": 3, "from_slot": 0}]',NULL,2,'2026-11-22 19:00:00.000000','tap-1',NULL);
INSERT INTO "edit" VALUES(2,1,2,'round',1,'{"tricks": {"@1": 3, "@2": 2, "@3": 0}}',NULL,NULL,NULL,2,'2026-11-22 19:00:00.000000','tap-5',NULL);
INSERT INTO "edit" VALUES(3,1,3,'round',2,'{"tricks": {"@1": 0, "@2": 2, "@3": 3}, "folded": ["@1"]}',NULL,NULL,NULL,2,'2026-11-22 19:00:00.000000','tap-8',NULL);
INSERT INTO "edit" VALUES(4,1,4,'round',3,'{"tricks": {"@1": 1, "@2": 1, "@3": 3}}',NULL,NULL,NULL,2,'2026-11-22 19:00:00.000000','tap-9',NULL);
INSERT INTO "edit" VALUES(5,1,5,'correct',1,'{"tricks": {"@1": 2, "@2": 3, "@3": 0}}',NULL,NULL,NULL,2,'2026-11-22 19:00:00.000000','tap-10',NULL);
INSERT INTO "edit" VALUES(6,2,1,'start',NULL,NULL,NULL,'[{"player_id": 1, "from_slot": 0}, {"player_id": 2, "from_slot": 0}, {"player_id": 3, "from_slot": 0}]',NULL,2,'2026-11-22 19:00:00.000000','tap-12',NULL);
INSERT INTO "edit" VALUES(7,2,2,'round',1,'{"tricks": {"@1": 3, "@2": 2, "@3": 0}}',NULL,NULL,NULL,2,'2026-11-22 19:00:00.000000','tap-16',NULL);
INSERT INTO "edit" VALUES(8,2,3,'undo',1,NULL,NULL,NULL,2,2,'2026-11-22 19:00:00.000000','tap-17',NULL);
INSERT INTO "edit" VALUES(9,3,1,'start',NULL,NULL,NULL,'[{"player_id": 1, "from_slot": 0}, {"player_id": 2, "from_slot": 0}, {"player_id": 3, "from_slot": 0}]',NULL,2,'2026-11-22 19:00:00.000000','tap-18',NULL);
INSERT INTO "edit" VALUES(10,3,2,'round',1,'{"tricks": {"@1": 3, "@2": 2, "@3": 0}}',NULL,NULL,NULL,2,'2026-11-22 19:00:00.000000','tap-22',NULL);
INSERT INTO "edit" VALUES(11,3,3,'undo',1,NULL,NULL,NULL,2,2,'2026-11-22 19:00:00.000000','tap-23',NULL);
INSERT INTO "edit" VALUES(12,3,4,'round',2,'{"tricks": {"@1": 2, "@2": 3, "@3": 0}}',NULL,NULL,NULL,2,'2026-11-22 19:00:00.000000','tap-24',NULL);
INSERT INTO "edit" VALUES(13,3,5,'round',3,'{"tricks": {"@1": 0, "@2": 0, "@3": 5}}',NULL,NULL,NULL,2,'2026-11-22 19:00:00.000000','tap-27',NULL);
INSERT INTO "edit" VALUES(14,4,1,'start',NULL,NULL,NULL,'[{"player_id": 1, "from_slot": 0}, {"player_id": 2, "from_slot": 0}, {"player_id": 3, "from_slot": 0}]',NULL,2,'2026-11-22 19:00:00.000000','tap-28',NULL);
INSERT INTO "edit" VALUES(15,4,2,'round',1,'{"tricks": {"@1": 3, "@2": 2, "@3": 0}}',NULL,NULL,NULL,2,'2026-11-22 19:00:00.000000','tap-32',NULL);
INSERT INTO "edit" VALUES(16,4,3,'undo',1,NULL,NULL,NULL,2,2,'2026-11-22 19:00:00.000000','tap-33',NULL);
INSERT INTO "edit" VALUES(17,4,4,'round',2,'{"tricks": {"@1": 2, "@2": 3, "@3": 0}}',NULL,NULL,NULL,2,'2026-11-22 19:00:00.000000','tap-35',NULL);
INSERT INTO "edit" VALUES(18,5,1,'start',NULL,NULL,NULL,'[{"player_id": 1, "from_slot": 0}, {"player_id": 2, "from_slot": 0}, {"player_id": 3, "from_slot": 0}]',NULL,2,'2026-11-22 19:00:00.000000','tap-36',NULL);
INSERT INTO "edit" VALUES(19,5,2,'round',1,'{"tricks": {"@1": 3, "@2": 2, "@3": 0}}',NULL,NULL,NULL,2,'2026-11-22 19:00:00.000000','tap-40',NULL);
INSERT INTO "edit" VALUES(20,5,3,'undo',1,NULL,NULL,NULL,2,2,'2026-11-22 19:00:00.000000','tap-43',NULL);
INSERT INTO "edit" VALUES(21,6,1,'start',NULL,NULL,NULL,'[{"player_id": 1, "from_slot": 0}, {"player_id": 2, "from_slot": 0}, {"player_id": 3, "from_slot": 0}]',NULL,2,'2026-11-22 19:00:00.000000','tap-44',NULL);
INSERT INTO "edit" VALUES(22,6,2,'round',1,'{"tricks": {"@1": 3, "@2": 2, "@3": 0}}',NULL,NULL,NULL,2,'2026-11-22 19:00:00.000000','tap-48',NULL);
INSERT INTO "edit" VALUES(23,6,3,'undo',1,NULL,NULL,NULL,2,2,'2026-11-22 19:00:00.000000','tap-51',NULL);
INSERT INTO "edit" VALUES(24,6,4,'redo',1,'{"tricks": {"@1": 3, "@2": 2, "@3": 0}}',NULL,NULL,2,2,'2026-11-22 19:00:00.000000','tap-52',NULL);
INSERT INTO "edit" VALUES(25,7,1,'start',NULL,NULL,NULL,'[{"player_id": 1, "from_slot": 0}, {"player_id": 2, "from_slot": 0}, {"player_id": 3, "from_slot": 0}]',NULL,2,'2026-11-22 19:00:00.000000','tap-53',NULL);
INSERT INTO "edit" VALUES(26,7,2,'round',1,'{"tricks": {"@1": 3, "@2": 2, "@3": 0}}',NULL,NULL,NULL,2,'2026-11-22 19:00:00.000000','tap-57',NULL);
INSERT INTO "edit" VALUES(27,7,3,'undo',1,NULL,NULL,NULL,2,2,'2026-11-22 19:00:00.000000','tap-60',NULL);
INSERT INTO "edit" VALUES(28,7,4,'round',2,'{"tricks": {"@1": 2, "@2": 3, "@3": 0}}',NULL,NULL,NULL,2,'2026-11-22 19:00:00.000000','tap-61',NULL);
INSERT INTO "edit" VALUES(29,8,1,'start',NULL,NULL,NULL,'[{"player_id": 1, "from_slot": 0}, {"player_id": 2, "from_slot": 0}, {"player_id": 3, "from_slot": 0}]',NULL,2,'2026-11-22 19:00:00.000000','tap-62',NULL);
INSERT INTO "edit" VALUES(30,8,2,'round',1,'{"tricks": {"@1": 3, "@2": 2, "@3": 0}}',NULL,NULL,NULL,2,'2026-11-22 19:00:00.000000','tap-63',NULL);
INSERT INTO "edit" VALUES(31,8,3,'undo',1,NULL,NULL,NULL,2,2,'2026-11-22 19:00:00.000000','tap-66',NULL);
INSERT INTO "edit" VALUES(32,9,1,'start',NULL,NULL,NULL,'[{"player_id": 1, "from_slot": 0}, {"player_id": 2, "from_slot": 0}, {"player_id": 3, "from_slot": 0}]',NULL,2,'2026-11-22 19:00:00.000000','tap-67',NULL);
INSERT INTO "edit" VALUES(33,9,2,'round',1,'{"tricks": {"@1": 3, "@2": 2, "@3": 0}}',NULL,NULL,NULL,2,'2026-11-22 19:00:00.000000','tap-71',NULL);
INSERT INTO "edit" VALUES(34,9,3,'round',2,'{"tricks": {"@1": 1, "@2": 2, "@3": 2}}',NULL,NULL,NULL,2,'2026-11-22 19:00:00.000000','tap-74',NULL);
INSERT INTO "edit" VALUES(35,9,4,'remove',1,NULL,NULL,NULL,NULL,2,'2026-11-22 19:00:00.000000','tap-75',NULL);
INSERT INTO "edit" VALUES(36,9,5,'round',3,'{"tricks": {"@1": 0, "@2": 0, "@3": 5}}',NULL,NULL,NULL,2,'2026-11-22 19:00:00.000000','tap-77',NULL);
INSERT INTO "edit" VALUES(37,9,6,'remove',2,NULL,NULL,NULL,NULL,2,'2026-11-22 19:00:00.000000','tap-78',NULL);
INSERT INTO "edit" VALUES(38,9,7,'undo',2,'{"tricks": {"@1": 1, "@2": 2, "@3": 2}}',NULL,NULL,6,2,'2026-11-22 19:00:00.000000','tap-79',NULL);
INSERT INTO "edit" VALUES(39,9,8,'remove',3,NULL,NULL,NULL,NULL,2,'2026-11-22 19:00:00.000000','tap-80',NULL);
INSERT INTO "edit" VALUES(40,10,1,'start',NULL,NULL,NULL,'[{"player_id": 1, "from_slot": 0}, {"player_id": 2, "from_slot": 0}, {"player_id": 3, "from_slot": 0}]',NULL,2,'2026-11-22 19:00:00.000000','tap-81',NULL);
INSERT INTO "edit" VALUES(41,10,2,'round',1,'{"tricks": {"@1": 3, "@2": 2, "@3": 0}}',NULL,NULL,NULL,2,'2026-11-22 19:00:00.000000','tap-85',NULL);
INSERT INTO "edit" VALUES(42,10,3,'round',2,'{"tricks": {"@1": 1, "@2": 2, "@3": 2}}',NULL,NULL,NULL,2,'2026-11-22 19:00:00.000000','tap-88',NULL);
INSERT INTO "edit" VALUES(43,10,4,'undo',2,NULL,NULL,NULL,3,2,'2026-11-22 19:00:00.000000','tap-89',NULL);
INSERT INTO "edit" VALUES(44,10,5,'undo',1,NULL,NULL,NULL,2,2,'2026-11-22 19:00:00.000000','tap-90',NULL);
INSERT INTO "edit" VALUES(45,11,1,'start',NULL,NULL,NULL,'[{"player_id": 1, "from_slot": 0}, {"player_id": 2, "from_slot": 0}, {"player_id": 3, "from_slot": 0}]',NULL,2,'2026-11-22 19:00:00.000000','tap-91',NULL);
INSERT INTO "edit" VALUES(46,12,1,'start',NULL,NULL,NULL,'[{"player_id": 1, "from_slot": 0}, {"player_id": 2, "from_slot": 0}, {"player_id": 3, "from_slot": 0}]',NULL,2,'2026-11-22 19:00:00.000000','tap-93',NULL);
INSERT INTO "edit" VALUES(47,13,1,'start',NULL,NULL,NULL,'[{"player_id": 1, "from_slot": 0}, {"player_id": 2, "from_slot": 0}, {"player_id": 3, "from_slot": 0}]',NULL,2,'2026-11-22 19:00:00.000000','tap-96',NULL);
INSERT INTO "edit" VALUES(48,13,2,'note',NULL,'{"adjust": [{"player": "@1", "points": -1, "reason": "renege", "field": "reneged"}]}',NULL,NULL,NULL,2,'2026-11-22 19:00:00.000000','tap-97',NULL);
INSERT INTO "edit" VALUES(49,13,3,'note',NULL,'{"adjust": [{"player": "@1", "points": -1, "reason": "renege", "field": "reneged"}, {"player": "@2", "points": -2, "reason": "@@7 saw it"}, {"player": "@2", "points": -2, "reason": "@@7 saw it"}, {"player": "@3", "points": 1, "reason": "so"}]}',NULL,NULL,NULL,2,'2026-11-22 19:00:00.000000','tap-98',NULL);
INSERT INTO "edit" VALUES(50,13,4,'note',NULL,'{"adjust": [{"player": "@1", "points": -1, "reason": "renege", "field": "reneged"}, {"player": "@2", "points": -2, "reason": "@@7 saw it"}, {"player": "@3", "points": 1, "reason": "so"}]}',NULL,NULL,NULL,2,'2026-11-22 19:00:00.000000','tap-99',NULL);
INSERT INTO "edit" VALUES(51,13,5,'undo',NULL,NULL,NULL,NULL,4,2,'2026-11-22 19:00:00.000000','tap-100',NULL);
INSERT INTO "edit" VALUES(52,13,6,'redo',NULL,NULL,NULL,NULL,4,2,'2026-11-22 19:00:00.000000','tap-101',NULL);
INSERT INTO "edit" VALUES(53,13,7,'round',1,'{"tricks": {"@1": 0, "@2": 2, "@3": 3}, "reneged": ["@1"], "adjust": [{"player": "@2", "points": -2, "reason": "@@7 saw it"}, {"player": "@3", "points": 1, "reason": "so"}]}',NULL,NULL,NULL,2,'2026-11-22 19:00:00.000000','tap-105',NULL);
INSERT INTO "edit" VALUES(54,13,8,'undo',1,NULL,NULL,NULL,7,2,'2026-11-22 19:00:00.000000','tap-106',NULL);
INSERT INTO "edit" VALUES(55,13,9,'note',NULL,'{"adjust": [{"player": "@2", "points": -2, "reason": "@@7 saw it"}, {"player": "@3", "points": 1, "reason": "so"}]}',NULL,NULL,NULL,2,'2026-11-22 19:00:00.000000','tap-107',NULL);
INSERT INTO "edit" VALUES(56,13,10,'note',NULL,'{"adjust": [{"player": "@2", "points": -2, "reason": "@@7 saw it"}, {"player": "@3", "points": 1, "reason": "so"}, {"player": "@1", "points": -1, "reason": "renege", "field": "reneged"}]}',NULL,NULL,NULL,2,'2026-11-22 19:00:00.000000','tap-108',NULL);
INSERT INTO "edit" VALUES(57,13,11,'round',2,'{"tricks": {"@1": 0, "@2": 2, "@3": 3}, "adjust": [{"player": "@2", "points": -2, "reason": "@@7 saw it"}, {"player": "@3", "points": 1, "reason": "so"}], "reneged": ["@1"]}',NULL,NULL,NULL,2,'2026-11-22 19:00:00.000000','tap-109',NULL);
INSERT INTO "edit" VALUES(58,13,12,'note',NULL,'{"adjust": [{"player": "@1", "points": 1, "reason": "late"}, {"player": "@2", "points": -1, "reason": "renege", "field": "reneged"}]}',NULL,NULL,NULL,2,'2026-11-22 19:00:00.000000','tap-110',NULL);
INSERT INTO "edit" VALUES(59,13,13,'note',NULL,'{"adjust": [{"player": "@2", "points": -1, "reason": "renege", "field": "reneged"}]}',NULL,NULL,NULL,2,'2026-11-22 19:00:00.000000','tap-111',NULL);
INSERT INTO "edit" VALUES(60,13,14,'undo',NULL,NULL,NULL,NULL,13,2,'2026-11-22 19:00:00.000000','tap-112',NULL);
INSERT INTO "edit" VALUES(61,14,1,'start',NULL,NULL,NULL,'[{"player_id": 1, "from_slot": 0}, {"player_id": 2, "from_slot": 0}, {"player_id": 3, "from_slot": 0}]',NULL,2,'2026-11-22 19:00:00.000000','tap-113',NULL);
INSERT INTO "edit" VALUES(62,14,2,'note',NULL,'{"adjust": [{"player": "@1", "points": 3, "reason": "thanks"}]}',NULL,NULL,NULL,2,'2026-11-22 19:00:00.000000','tap-114',NULL);
INSERT INTO "edit" VALUES(63,14,3,'undo',NULL,NULL,NULL,NULL,2,2,'2026-11-22 19:00:00.000000','tap-115',NULL);
INSERT INTO "edit" VALUES(64,14,4,'note',NULL,'{"adjust": [{"player": "@2", "points": 1, "reason": "x"}]}',NULL,NULL,NULL,2,'2026-11-22 19:00:00.000000','tap-116',NULL);
CREATE TABLE erasure (
	id INTEGER NOT NULL, 
	club_id INTEGER NOT NULL, 
	what VARCHAR(10) NOT NULL, 
	at DATETIME NOT NULL, 
	open BOOLEAN NOT NULL, 
	CONSTRAINT pk_erasure PRIMARY KEY (id), 
	CONSTRAINT ck_erasure_what CHECK (what IN ('club', 'name'))
);
CREATE TABLE hand (
	play_id INTEGER NOT NULL, 
	slot INTEGER NOT NULL, 
	data JSON NOT NULL, 
	revision INTEGER NOT NULL, 
	device_id INTEGER, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_hand PRIMARY KEY (play_id, slot), 
	CONSTRAINT fk_hand_device_id_device FOREIGN KEY(device_id) REFERENCES device (id), 
	CONSTRAINT fk_hand_play_id_play FOREIGN KEY(play_id) REFERENCES play (id)
);
INSERT INTO "hand" VALUES(1,1,'{"players": ["@1", "@2", "@3"], "leader": "@2", "tricks": [[{"player": "@2", "card": "red-7"}, {"player": "@3", "card": "red-3"}, {"player": "@1", "card": "red-9"}]], "trump": "green", "tap": "tap-4", "after": 0}',3,1,'2026-11-22 19:00:00.000000');
INSERT INTO "hand" VALUES(1,2,'{"players": ["@1", "@2", "@3"], "leader": "@3", "tricks": [[{"player": "@3", "card": "blue-1"}, {"player": "@1", "card": "blue-4"}]], "trump": "green", "out": {"@1": 1}, "tap": "tap-7", "after": 1}',2,2,'2026-11-22 19:00:00.000000');
INSERT INTO "hand" VALUES(1,4,'{"players": ["@1", "@2", "@3"], "leader": "@2", "tricks": [[{"player": "@2", "card": "yellow-5"}]], "trump": "green", "over": true, "tap": "tap-11", "after": 3}',1,1,'2026-11-22 19:00:00.000000');
INSERT INTO "hand" VALUES(2,1,'{"players": ["@1", "@2", "@3"], "leader": "@2", "tricks": [[{"player": "@2", "card": "red-7"}, {"player": "@3", "card": "red-3"}, {"player": "@1", "card": "red-9"}]], "trump": "green", "tap": "tap-15", "after": 0}',3,1,'2026-11-22 19:00:00.000000');
INSERT INTO "hand" VALUES(3,1,'{"players": ["@1", "@2", "@3"], "leader": "@2", "tricks": [[{"player": "@2", "card": "red-7"}, {"player": "@3", "card": "red-3"}, {"player": "@1", "card": "red-9"}]], "trump": "green", "tap": "tap-21", "after": 0}',3,1,'2026-11-22 19:00:00.000000');
INSERT INTO "hand" VALUES(3,3,'{"players": ["@1", "@2", "@3"], "leader": "@2", "tricks": [[{"player": "@2", "card": "blue-1"}, {"player": "@3", "card": "blue-4"}]], "trump": "green", "tap": "tap-26", "after": 2}',2,2,'2026-11-22 19:00:00.000000');
INSERT INTO "hand" VALUES(4,1,'{"players": ["@1", "@2", "@3"], "leader": "@2", "tricks": [[{"player": "@2", "card": "red-7"}, {"player": "@3", "card": "red-3"}, {"player": "@1", "card": "red-9"}]], "trump": "green", "tap": "tap-31", "after": 0}',3,1,'2026-11-22 19:00:00.000000');
INSERT INTO "hand" VALUES(4,2,'{"players": ["@1", "@2", "@3"], "leader": "@2", "tricks": [[{"player": "@2", "card": "red-7"}, {"player": "@3", "card": "red-3"}, {"player": "@1", "card": "red-9"}], [{"player": "@2", "card": "blue-9"}]], "trump": "green", "tap": "tap-34", "after": 0}',1,2,'2026-11-22 19:00:00.000000');
INSERT INTO "hand" VALUES(5,1,'{"players": ["@1", "@2", "@3"], "leader": "@2", "tricks": [[{"player": "@2", "card": "red-7"}, {"player": "@3", "card": "red-3"}, {"player": "@1", "card": "red-9"}]], "trump": "green", "tap": "tap-39", "after": 0}',3,1,'2026-11-22 19:00:00.000000');
INSERT INTO "hand" VALUES(5,2,'{"players": ["@1", "@2", "@3"], "leader": "@2", "tricks": [[{"player": "@2", "card": "blue-1"}, {"player": "@3", "card": "blue-4"}]], "trump": "green", "tap": "tap-42", "after": 1}',2,2,'2026-11-22 19:00:00.000000');
INSERT INTO "hand" VALUES(6,1,'{"players": ["@1", "@2", "@3"], "leader": "@2", "tricks": [[{"player": "@2", "card": "red-7"}, {"player": "@3", "card": "red-3"}, {"player": "@1", "card": "red-9"}]], "trump": "green", "tap": "tap-47", "after": 0}',3,1,'2026-11-22 19:00:00.000000');
INSERT INTO "hand" VALUES(6,2,'{"players": ["@1", "@2", "@3"], "leader": "@2", "tricks": [[{"player": "@2", "card": "blue-1"}, {"player": "@3", "card": "blue-4"}]], "trump": "green", "tap": "tap-50", "after": 1}',2,2,'2026-11-22 19:00:00.000000');
INSERT INTO "hand" VALUES(7,1,'{"players": ["@1", "@2", "@3"], "leader": "@2", "tricks": [[{"player": "@2", "card": "red-7"}, {"player": "@3", "card": "red-3"}, {"player": "@1", "card": "red-9"}]], "trump": "green", "tap": "tap-56", "after": 0}',3,1,'2026-11-22 19:00:00.000000');
INSERT INTO "hand" VALUES(7,2,'{"players": ["@1", "@2", "@3"], "leader": "@2", "tricks": [[{"player": "@2", "card": "blue-1"}, {"player": "@3", "card": "blue-4"}]], "trump": "green", "tap": "tap-59", "after": 1}',2,2,'2026-11-22 19:00:00.000000');
INSERT INTO "hand" VALUES(8,2,'{"players": ["@1", "@2", "@3"], "leader": "@2", "tricks": [[{"player": "@2", "card": "blue-1"}, {"player": "@3", "card": "blue-4"}]], "trump": "green", "tap": "tap-65", "after": 1}',2,2,'2026-11-22 19:00:00.000000');
INSERT INTO "hand" VALUES(9,1,'{"players": ["@1", "@2", "@3"], "leader": "@2", "tricks": [[{"player": "@2", "card": "red-7"}, {"player": "@3", "card": "red-3"}, {"player": "@1", "card": "red-9"}]], "trump": "green", "tap": "tap-70", "after": 0}',3,1,'2026-11-22 19:00:00.000000');
INSERT INTO "hand" VALUES(9,2,'{"players": ["@1", "@2", "@3"], "leader": "@2", "tricks": [[{"player": "@2", "card": "blue-1"}, {"player": "@3", "card": "blue-4"}]], "trump": "green", "tap": "tap-73", "after": 1}',2,2,'2026-11-22 19:00:00.000000');
INSERT INTO "hand" VALUES(9,3,'{"players": ["@1", "@2", "@3"], "leader": "@2", "tricks": [[{"player": "@2", "card": "yellow-5"}]], "trump": "green", "tap": "tap-76", "after": 2}',1,1,'2026-11-22 19:00:00.000000');
INSERT INTO "hand" VALUES(10,1,'{"players": ["@1", "@2", "@3"], "leader": "@2", "tricks": [[{"player": "@2", "card": "red-7"}, {"player": "@3", "card": "red-3"}, {"player": "@1", "card": "red-9"}]], "trump": "green", "tap": "tap-84", "after": 0}',3,1,'2026-11-22 19:00:00.000000');
INSERT INTO "hand" VALUES(10,2,'{"players": ["@1", "@2", "@3"], "leader": "@2", "tricks": [[{"player": "@2", "card": "blue-1"}, {"player": "@3", "card": "blue-4"}]], "trump": "green", "tap": "tap-87", "after": 1}',2,2,'2026-11-22 19:00:00.000000');
INSERT INTO "hand" VALUES(11,1,'{"players": ["@1", "@2", "@3"], "leader": "@2", "tricks": [], "trump": "blue", "tap": "tap-92", "after": 0}',1,2,'2026-11-22 19:00:00.000000');
INSERT INTO "hand" VALUES(12,1,'{"players": ["@1", "@2", "@3"], "leader": "@2", "tricks": [[{"player": "@2", "card": "red-7"}, {"player": "@3", "card": "blue-3"}]], "trump": null, "tap": "tap-95", "after": 0}',2,2,'2026-11-22 19:00:00.000000');
INSERT INTO "hand" VALUES(13,1,'{"players": ["@1", "@2", "@3"], "leader": "@2", "tricks": [[{"player": "@2", "card": "red-7"}, {"player": "@3", "card": "red-3"}, {"player": "@1", "card": "red-9"}]], "trump": "green", "tap": "tap-104", "after": 0}',3,1,'2026-11-22 19:00:00.000000');
CREATE TABLE "house_step" (
	id INTEGER NOT NULL, 
	version_id INTEGER NOT NULL, 
	kind VARCHAR(10) NOT NULL, 
	names JSON NOT NULL, 
	reason VARCHAR(500) NOT NULL, 
	at DATETIME NOT NULL, 
	device_id INTEGER, 
	CONSTRAINT pk_house_step PRIMARY KEY (id), 
	CONSTRAINT uq_house_step_version_id_kind UNIQUE (version_id, kind), 
	CONSTRAINT fk_house_step_device_id_device FOREIGN KEY(device_id) REFERENCES device (id), 
	CONSTRAINT fk_house_step_version_id_house_version FOREIGN KEY(version_id) REFERENCES house_version (id), 
	CONSTRAINT ck_house_step_kind CHECK (kind IN ('agreed', 'withdrawn'))
);
CREATE TABLE "house_version" (
	id INTEGER NOT NULL, 
	"key" VARCHAR(24) NOT NULL, 
	club_id INTEGER NOT NULL, 
	game VARCHAR(60) NOT NULL, 
	number INTEGER NOT NULL, 
	options JSON NOT NULL, 
	amendments JSON NOT NULL, 
	note VARCHAR(500) NOT NULL, 
	holds_from DATE NOT NULL, 
	source VARCHAR(100) NOT NULL, 
	proposed_at DATETIME NOT NULL, 
	device_id INTEGER, 
	client_id VARCHAR(40) NOT NULL, 
	CONSTRAINT pk_house_version PRIMARY KEY (id), 
	CONSTRAINT uq_house_version_key UNIQUE ("key"), 
	CONSTRAINT fk_house_version_club_id_club FOREIGN KEY(club_id) REFERENCES club (id), 
	CONSTRAINT uq_house_version_club_id_client_id UNIQUE (club_id, client_id), 
	CONSTRAINT fk_house_version_device_id_device FOREIGN KEY(device_id) REFERENCES device (id), 
	CONSTRAINT uq_house_version_club_id_game_number UNIQUE (club_id, game, number)
);
CREATE TABLE "membership" (
	id INTEGER NOT NULL, 
	club_id INTEGER NOT NULL, 
	device_id INTEGER NOT NULL, 
	role VARCHAR(10) NOT NULL, 
	joined_at DATETIME NOT NULL, 
	revoked_at DATETIME, label VARCHAR(40) DEFAULT '' NOT NULL, asked BOOLEAN DEFAULT 0 NOT NULL, player_id INTEGER REFERENCES player (id), 
	CONSTRAINT pk_membership PRIMARY KEY (id), 
	CONSTRAINT fk_membership_device_id_device FOREIGN KEY(device_id) REFERENCES device (id), 
	CONSTRAINT fk_membership_club_id_club FOREIGN KEY(club_id) REFERENCES club (id), 
	CONSTRAINT uq_membership_club_id_device_id UNIQUE (club_id, device_id), 
	CONSTRAINT ck_membership_role CHECK (role IN ('organiser', 'scorer', 'viewer'))
);
INSERT INTO "membership" VALUES(1,1,1,'organiser','2026-11-22 19:00:00.000000',NULL,'',0,NULL);
INSERT INTO "membership" VALUES(2,1,2,'scorer','2026-11-22 19:00:00.000000',NULL,'',0,NULL);
INSERT INTO "membership" VALUES(3,1,3,'viewer','2026-11-22 19:00:00.000000',NULL,'',0,NULL);
CREATE TABLE part (
	play_id INTEGER NOT NULL, 
	player_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	side INTEGER, 
	total BIGINT NOT NULL, 
	place INTEGER NOT NULL, 
	won BOOLEAN NOT NULL, 
	dealt_first BOOLEAN NOT NULL, 
	rounds INTEGER NOT NULL, 
	CONSTRAINT pk_part PRIMARY KEY (play_id, player_id), 
	CONSTRAINT fk_part_play_id_play FOREIGN KEY(play_id) REFERENCES play (id), 
	CONSTRAINT fk_part_player_id_player FOREIGN KEY(player_id) REFERENCES player (id)
);
INSERT INTO "part" VALUES(1,1,0,NULL,0,3,0,1,3);
INSERT INTO "part" VALUES(1,2,1,NULL,2,2,0,0,3);
INSERT INTO "part" VALUES(1,3,2,NULL,4,1,0,0,3);
INSERT INTO "part" VALUES(2,1,0,NULL,0,1,0,1,0);
INSERT INTO "part" VALUES(2,2,1,NULL,0,1,0,0,0);
INSERT INTO "part" VALUES(2,3,2,NULL,0,1,0,0,0);
INSERT INTO "part" VALUES(3,1,0,NULL,0,3,0,1,2);
INSERT INTO "part" VALUES(3,2,1,NULL,2,2,0,0,2);
INSERT INTO "part" VALUES(3,3,2,NULL,3,1,0,0,2);
INSERT INTO "part" VALUES(4,1,0,NULL,0,2,0,1,1);
INSERT INTO "part" VALUES(4,2,1,NULL,2,1,0,0,1);
INSERT INTO "part" VALUES(4,3,2,NULL,0,2,0,0,1);
INSERT INTO "part" VALUES(5,1,0,NULL,0,1,0,1,0);
INSERT INTO "part" VALUES(5,2,1,NULL,0,1,0,0,0);
INSERT INTO "part" VALUES(5,3,2,NULL,0,1,0,0,0);
INSERT INTO "part" VALUES(6,1,0,NULL,2,1,0,1,1);
INSERT INTO "part" VALUES(6,2,1,NULL,0,2,0,0,1);
INSERT INTO "part" VALUES(6,3,2,NULL,0,2,0,0,1);
INSERT INTO "part" VALUES(7,1,0,NULL,0,2,0,1,1);
INSERT INTO "part" VALUES(7,2,1,NULL,2,1,0,0,1);
INSERT INTO "part" VALUES(7,3,2,NULL,0,2,0,0,1);
INSERT INTO "part" VALUES(8,1,0,NULL,0,1,0,1,0);
INSERT INTO "part" VALUES(8,2,1,NULL,0,1,0,0,0);
INSERT INTO "part" VALUES(8,3,2,NULL,0,1,0,0,0);
INSERT INTO "part" VALUES(9,1,0,NULL,0,3,0,1,1);
INSERT INTO "part" VALUES(9,2,1,NULL,1,1,0,0,1);
INSERT INTO "part" VALUES(9,3,2,NULL,1,1,0,0,1);
INSERT INTO "part" VALUES(10,1,0,NULL,0,1,0,1,0);
INSERT INTO "part" VALUES(10,2,1,NULL,0,1,0,0,0);
INSERT INTO "part" VALUES(10,3,2,NULL,0,1,0,0,0);
INSERT INTO "part" VALUES(11,1,0,NULL,0,1,0,1,0);
INSERT INTO "part" VALUES(11,2,1,NULL,0,1,0,0,0);
INSERT INTO "part" VALUES(11,3,2,NULL,0,1,0,0,0);
INSERT INTO "part" VALUES(12,1,0,NULL,0,1,0,1,0);
INSERT INTO "part" VALUES(12,2,1,NULL,0,1,0,0,0);
INSERT INTO "part" VALUES(12,3,2,NULL,0,1,0,0,0);
INSERT INTO "part" VALUES(13,1,0,NULL,-1,2,0,1,1);
INSERT INTO "part" VALUES(13,2,1,NULL,-2,3,0,0,1);
INSERT INTO "part" VALUES(13,3,2,NULL,3,1,0,0,1);
INSERT INTO "part" VALUES(14,1,0,NULL,0,1,0,1,0);
INSERT INTO "part" VALUES(14,2,1,NULL,0,1,0,0,0);
INSERT INTO "part" VALUES(14,3,2,NULL,0,1,0,0,0);
CREATE TABLE play (
	id INTEGER NOT NULL, 
	"key" VARCHAR(24) NOT NULL, 
	club_id INTEGER NOT NULL, 
	game VARCHAR(60) NOT NULL, 
	title VARCHAR(60) NOT NULL, 
	options JSON NOT NULL, 
	sides JSON NOT NULL, 
	dealer VARCHAR(40) NOT NULL, 
	rules_version INTEGER NOT NULL, 
	stake JSON, 
	started_at DATETIME NOT NULL, 
	client_id VARCHAR(40) NOT NULL, 
	parent_id INTEGER, 
	revision INTEGER NOT NULL, 
	over BOOLEAN NOT NULL, 
	rounds INTEGER NOT NULL, 
	last_at DATETIME NOT NULL, house_id INTEGER REFERENCES house_version (id), 
	CONSTRAINT pk_play PRIMARY KEY (id), 
	CONSTRAINT fk_play_club_id_club FOREIGN KEY(club_id) REFERENCES club (id), 
	CONSTRAINT fk_play_parent_id_play FOREIGN KEY(parent_id) REFERENCES play (id), 
	CONSTRAINT uq_play_club_id_client_id UNIQUE (club_id, client_id), 
	CONSTRAINT uq_play_key UNIQUE ("key")
);
INSERT INTO "play" VALUES(1,'Rcbh2ddXe-Xu',1,'raise-the-stakes','Raise the Stakes','{"target": 60, "hand_size": 5, "max_raises": 1, "raised_tie": "losers-pay", "renege_in_raised": "one", "variation_cards": [], "short_deck": false, "dealer_bonus": false}','[]','@1',1,NULL,'2026-11-22 19:00:00.000000','tap-1',NULL,5,0,3,'2026-11-22 19:00:00.000000',NULL);
INSERT INTO "play" VALUES(2,'X-MWNf4sVmpW',1,'raise-the-stakes','Raise the Stakes','{"target": 60, "hand_size": 5, "max_raises": 1, "raised_tie": "losers-pay", "renege_in_raised": "one", "variation_cards": [], "short_deck": false, "dealer_bonus": false}','[]','@1',1,NULL,'2026-11-22 19:00:00.000000','tap-12',NULL,3,0,0,'2026-11-22 19:00:00.000000',NULL);
INSERT INTO "play" VALUES(3,'B86as9kQlHWE',1,'raise-the-stakes','Raise the Stakes','{"target": 60, "hand_size": 5, "max_raises": 1, "raised_tie": "losers-pay", "renege_in_raised": "one", "variation_cards": [], "short_deck": false, "dealer_bonus": false}','[]','@1',1,NULL,'2026-11-22 19:00:00.000000','tap-18',NULL,5,0,2,'2026-11-22 19:00:00.000000',NULL);
INSERT INTO "play" VALUES(4,'jUnKcv4PBV4k',1,'raise-the-stakes','Raise the Stakes','{"target": 60, "hand_size": 5, "max_raises": 1, "raised_tie": "losers-pay", "renege_in_raised": "one", "variation_cards": [], "short_deck": false, "dealer_bonus": false}','[]','@1',1,NULL,'2026-11-22 19:00:00.000000','tap-28',NULL,4,0,1,'2026-11-22 19:00:00.000000',NULL);
INSERT INTO "play" VALUES(5,'hjEwC8C27w7W',1,'raise-the-stakes','Raise the Stakes','{"target": 60, "hand_size": 5, "max_raises": 1, "raised_tie": "losers-pay", "renege_in_raised": "one", "variation_cards": [], "short_deck": false, "dealer_bonus": false}','[]','@1',1,NULL,'2026-11-22 19:00:00.000000','tap-36',NULL,3,0,0,'2026-11-22 19:00:00.000000',NULL);
INSERT INTO "play" VALUES(6,'TTw4VRFE0RPt',1,'raise-the-stakes','Raise the Stakes','{"target": 60, "hand_size": 5, "max_raises": 1, "raised_tie": "losers-pay", "renege_in_raised": "one", "variation_cards": [], "short_deck": false, "dealer_bonus": false}','[]','@1',1,NULL,'2026-11-22 19:00:00.000000','tap-44',NULL,4,0,1,'2026-11-22 19:00:00.000000',NULL);
INSERT INTO "play" VALUES(7,'2WOzNABlJBik',1,'raise-the-stakes','Raise the Stakes','{"target": 60, "hand_size": 5, "max_raises": 1, "raised_tie": "losers-pay", "renege_in_raised": "one", "variation_cards": [], "short_deck": false, "dealer_bonus": false}','[]','@1',1,NULL,'2026-11-22 19:00:00.000000','tap-53',NULL,4,0,1,'2026-11-22 19:00:00.000000',NULL);
INSERT INTO "play" VALUES(8,'C1yeknrfpPoW',1,'raise-the-stakes','Raise the Stakes','{"target": 60, "hand_size": 5, "max_raises": 1, "raised_tie": "losers-pay", "renege_in_raised": "one", "variation_cards": [], "short_deck": false, "dealer_bonus": false}','[]','@1',1,NULL,'2026-11-22 19:00:00.000000','tap-62',NULL,3,0,0,'2026-11-22 19:00:00.000000',NULL);
INSERT INTO "play" VALUES(9,'tU_zTPRh5tnW',1,'raise-the-stakes','Raise the Stakes','{"target": 60, "hand_size": 5, "max_raises": 1, "raised_tie": "losers-pay", "renege_in_raised": "one", "variation_cards": [], "short_deck": false, "dealer_bonus": false}','[]','@1',1,NULL,'2026-11-22 19:00:00.000000','tap-67',NULL,8,0,1,'2026-11-22 19:00:00.000000',NULL);
INSERT INTO "play" VALUES(10,'r235A9fHe_TN',1,'raise-the-stakes','Raise the Stakes','{"target": 60, "hand_size": 5, "max_raises": 1, "raised_tie": "losers-pay", "renege_in_raised": "one", "variation_cards": [], "short_deck": false, "dealer_bonus": false}','[]','@1',1,NULL,'2026-11-22 19:00:00.000000','tap-81',NULL,5,0,0,'2026-11-22 19:00:00.000000',NULL);
INSERT INTO "play" VALUES(11,'h49Yi3ayEkAX',1,'raise-the-stakes','Raise the Stakes','{"target": 60, "hand_size": 5, "max_raises": 1, "raised_tie": "losers-pay", "renege_in_raised": "one", "variation_cards": [], "short_deck": false, "dealer_bonus": false}','[]','@1',1,NULL,'2026-11-22 19:00:00.000000','tap-91',NULL,1,0,0,'2026-11-22 19:00:00.000000',NULL);
INSERT INTO "play" VALUES(12,'qyPaFjqmjULL',1,'rage','Rage','{"first_hand": 10, "last_hand": 1, "hit_bonus": 10, "zero_bonus": 5, "miss_penalty": 0, "bonus_cards": 2, "mad_cards": 2}','[]','@1',1,NULL,'2026-11-22 19:00:00.000000','tap-93',NULL,1,0,0,'2026-11-22 19:00:00.000000',NULL);
INSERT INTO "play" VALUES(13,'ruwarguh2t49',1,'raise-the-stakes','Raise the Stakes','{"target": 60, "hand_size": 5, "max_raises": 1, "raised_tie": "losers-pay", "renege_in_raised": "one", "variation_cards": [], "short_deck": false, "dealer_bonus": false}','[]','@1',1,NULL,'2026-11-22 19:00:00.000000','tap-96',NULL,14,0,1,'2026-11-22 19:00:00.000000',NULL);
INSERT INTO "play" VALUES(14,'wyrD92zKtghA',1,'raise-the-stakes','Raise the Stakes','{"target": 60, "hand_size": 5, "max_raises": 1, "raised_tie": "losers-pay", "renege_in_raised": "one", "variation_cards": [], "short_deck": false, "dealer_bonus": false}','[]','@1',1,NULL,'2026-11-22 19:00:00.000000','tap-113',NULL,4,0,0,'2026-11-22 19:00:00.000000',NULL);
CREATE TABLE player (
	id INTEGER NOT NULL, 
	club_id INTEGER NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	name_key VARCHAR(120) NOT NULL, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_player PRIMARY KEY (id), 
	CONSTRAINT fk_player_club_id_club FOREIGN KEY(club_id) REFERENCES club (id), 
	CONSTRAINT uq_player_club_id_name_key UNIQUE (club_id, name_key)
);
INSERT INTO "player" VALUES(1,1,'Ann','ann','2026-11-22 19:00:00.000000');
INSERT INTO "player" VALUES(2,1,'Bob','bob','2026-11-22 19:00:00.000000');
INSERT INTO "player" VALUES(3,1,'@7','@7','2026-11-22 19:00:00.000000');
CREATE TABLE "ruling" (
	id INTEGER NOT NULL, 
	"key" VARCHAR(24) NOT NULL, 
	club_id INTEGER NOT NULL, 
	game VARCHAR(60) NOT NULL, 
	number INTEGER NOT NULL, 
	situation VARCHAR(60) NOT NULL, 
	question VARCHAR(300) NOT NULL, 
	facts JSON, 
	told JSON NOT NULL, 
	decision VARCHAR(1000) NOT NULL, 
	rules JSON NOT NULL, 
	basis VARCHAR(10) NOT NULL, 
	agreed_by JSON NOT NULL, 
	play_id INTEGER, 
	at DATETIME NOT NULL, 
	device_id INTEGER, 
	client_id VARCHAR(40) NOT NULL, slot INTEGER, player_id INTEGER REFERENCES player (id), 
	CONSTRAINT pk_ruling PRIMARY KEY (id), 
	CONSTRAINT fk_ruling_device_id_device FOREIGN KEY(device_id) REFERENCES device (id), 
	CONSTRAINT uq_ruling_key UNIQUE ("key"), 
	CONSTRAINT fk_ruling_play_id_play FOREIGN KEY(play_id) REFERENCES play (id), 
	CONSTRAINT uq_ruling_club_id_client_id UNIQUE (club_id, client_id), 
	CONSTRAINT fk_ruling_club_id_club FOREIGN KEY(club_id) REFERENCES club (id), 
	CONSTRAINT uq_ruling_club_id_number UNIQUE (club_id, number), 
	CONSTRAINT ck_ruling_basis CHECK (basis IN ('', 'book', 'house', 'open'))
);
CREATE TABLE "ruling_step" (
	id INTEGER NOT NULL, 
	ruling_id INTEGER NOT NULL, 
	kind VARCHAR(10) NOT NULL, 
	reason VARCHAR(500) NOT NULL, 
	version_id INTEGER, 
	at DATETIME NOT NULL, 
	device_id INTEGER, player_id INTEGER REFERENCES player (id), 
	CONSTRAINT pk_ruling_step PRIMARY KEY (id), 
	CONSTRAINT fk_ruling_step_version_id_house_version FOREIGN KEY(version_id) REFERENCES house_version (id), 
	CONSTRAINT fk_ruling_step_ruling_id_ruling FOREIGN KEY(ruling_id) REFERENCES ruling (id), 
	CONSTRAINT fk_ruling_step_device_id_device FOREIGN KEY(device_id) REFERENCES device (id), 
	CONSTRAINT ck_ruling_step_kind CHECK (kind IN ('withdrawn', 'promoted'))
);
CREATE INDEX ix_play_club_id_last_at ON play (club_id, last_at);
CREATE INDEX ix_part_player_id ON part (player_id);
CREATE INDEX ix_erasure_club_id ON erasure (club_id);
CREATE INDEX ix_membership_device_id ON membership (device_id);
CREATE INDEX ix_ruling_step_ruling_id ON ruling_step (ruling_id);
CREATE UNIQUE INDEX uq_ruling_step_withdrawn ON ruling_step (ruling_id) WHERE kind = 'withdrawn';
CREATE INDEX ix_ruling_play_id ON ruling (play_id);
CREATE INDEX ix_play_club_id_started_at ON play (club_id, started_at);
CREATE TRIGGER edit_no_update BEFORE UPDATE ON edit WHEN NOT EXISTS (SELECT 1 FROM erasure WHERE erasure.open AND erasure.club_id = (SELECT club_id FROM play WHERE play.id = OLD.play_id)) BEGIN SELECT RAISE(ABORT, 'what was written down is never changed'); END;
CREATE TRIGGER edit_no_delete BEFORE DELETE ON edit WHEN NOT EXISTS (SELECT 1 FROM erasure WHERE erasure.open AND erasure.club_id = (SELECT club_id FROM play WHERE play.id = OLD.play_id)) BEGIN SELECT RAISE(ABORT, 'what was written down is never changed'); END;
CREATE TRIGGER house_version_no_update BEFORE UPDATE ON house_version WHEN NOT EXISTS (SELECT 1 FROM erasure WHERE erasure.open AND erasure.club_id = OLD.club_id) BEGIN SELECT RAISE(ABORT, 'what was written down is never changed'); END;
CREATE TRIGGER house_version_no_delete BEFORE DELETE ON house_version WHEN NOT EXISTS (SELECT 1 FROM erasure WHERE erasure.open AND erasure.club_id = OLD.club_id) BEGIN SELECT RAISE(ABORT, 'what was written down is never changed'); END;
CREATE TRIGGER house_step_no_update BEFORE UPDATE ON house_step WHEN NOT EXISTS (SELECT 1 FROM erasure WHERE erasure.open AND erasure.club_id = (SELECT club_id FROM house_version WHERE house_version.id = OLD.version_id)) BEGIN SELECT RAISE(ABORT, 'what was written down is never changed'); END;
CREATE TRIGGER house_step_no_delete BEFORE DELETE ON house_step WHEN NOT EXISTS (SELECT 1 FROM erasure WHERE erasure.open AND erasure.club_id = (SELECT club_id FROM house_version WHERE house_version.id = OLD.version_id)) BEGIN SELECT RAISE(ABORT, 'what was written down is never changed'); END;
CREATE TRIGGER ruling_no_update BEFORE UPDATE ON ruling WHEN NOT EXISTS (SELECT 1 FROM erasure WHERE erasure.open AND erasure.club_id = OLD.club_id) BEGIN SELECT RAISE(ABORT, 'what was written down is never changed'); END;
CREATE TRIGGER ruling_no_delete BEFORE DELETE ON ruling WHEN NOT EXISTS (SELECT 1 FROM erasure WHERE erasure.open AND erasure.club_id = OLD.club_id) BEGIN SELECT RAISE(ABORT, 'what was written down is never changed'); END;
CREATE TRIGGER ruling_step_no_update BEFORE UPDATE ON ruling_step WHEN NOT EXISTS (SELECT 1 FROM erasure WHERE erasure.open AND erasure.club_id = (SELECT club_id FROM ruling WHERE ruling.id = OLD.ruling_id)) BEGIN SELECT RAISE(ABORT, 'what was written down is never changed'); END;
CREATE TRIGGER ruling_step_no_delete BEFORE DELETE ON ruling_step WHEN NOT EXISTS (SELECT 1 FROM erasure WHERE erasure.open AND erasure.club_id = (SELECT club_id FROM ruling WHERE ruling.id = OLD.ruling_id)) BEGIN SELECT RAISE(ABORT, 'what was written down is never changed'); END;
COMMIT;
