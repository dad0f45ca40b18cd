BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0002');
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
INSERT INTO "club" VALUES(1,'zRp9L0Kd6Uh1','The old table','2026-09-01 19:00:00.000000',0,0,'bc4e7adf73f8e92bbd8ba8bd3acb20ef0619752050e5f01978f86cefac6eed1f','7d8a4208bd5795118231cba9d324e3a33d5dde27e539c37c3ee21d1c4fe7218a','f7d5c8cfcb8da4f7f9ee592efd89c343157ab5c01630069a20f1ab55156bb84e');
CREATE TABLE device (
	id INTEGER NOT NULL, 
	token_hash VARCHAR(64) NOT NULL, 
	label VARCHAR(40) NOT NULL, 
	created_at DATETIME NOT NULL, 
	seen_at DATETIME NOT NULL, 
	CONSTRAINT pk_device PRIMARY KEY (id), 
	CONSTRAINT uq_device_token_hash UNIQUE (token_hash)
);
INSERT INTO "device" VALUES(1,'64bf767ba02bc8db20a6358f3a1dd00743e1b488ae8a959884c755b8a1bc62f9','Ann''s phone','2026-09-01 19:00:00.000000','2026-09-01 19:00:00.000000');
INSERT INTO "device" VALUES(2,'dc845dd1a296d87141506507139bcf20a07dd182149da04350656370861d5be1','iPhone','2026-09-01 19:00:00.000000','2026-09-01 19:00:00.000000');
INSERT INTO "device" VALUES(3,'48489b12f4f32bf6cffd3ecf7dd0e903749d8546ba525764ce8852d72018e66a','Linux','2026-09-01 19:00:00.000000','2026-09-01 19:00:00.000000');
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
INSERT INTO "draft" VALUES(1,7,'{"absent": ["Fay"], "bets": {"Fay": 1, "Zo\u00eb \ud83c\udccf": 3, "As": 1, "@12": 2}}',0,2,1,'2026-09-01 19:50:00.000000');
INSERT INTO "draft" VALUES(4,7,'{"absent": ["Fay"]}',0,1,1,'2026-09-04 19:50:00.000000');
INSERT INTO "draft" VALUES(15,6,'{"pitcher": "double", "bid": 2}',0,1,1,'2026-09-15 19:50:00.000000');
INSERT INTO "draft" VALUES(18,6,'{"bid": {"Ann": 2, "double": 0, "As": 1, "\u05d0\u05d1\u05d9": 1}}',1,1,1,'2026-09-18 19:50:00.000000');
INSERT INTO "draft" VALUES(19,7,'{"absent": ["Fay"]}',0,1,1,'2026-09-19 19:50:00.000000');
INSERT INTO "draft" VALUES(20,7,'{"absent": ["Fay"]}',0,1,1,'2026-09-20 19:50:00.000000');
INSERT INTO "draft" VALUES(24,7,'{"absent": ["Fay"]}',0,1,1,'2026-09-24 19:50:00.000000');
INSERT INTO "draft" VALUES(26,7,'{"absent": ["Fay"], "tickets": [{"player": "Ann", "chips": 2, "bet": "exa", "horses": "D/H"}, {"player": "Fay", "chips": 1, "bet": "sfc", "horses": "D/S/H/C"}, {"player": "Fay", "chips": 1, "bet": "win", "horses": "H"}, {"player": "Fay", "chips": 1, "bet": "win", "horses": "C"}, {"player": "double", "chips": 1, "bet": "exa", "horses": "D/H"}, {"player": "double", "chips": 1, "bet": "exa", "horses": "H/C"}, {"player": "As", "chips": 1, "bet": "win", "horses": "C"}, {"player": "\u05d0\u05d1\u05d9", "chips": 1, "bet": "win", "horses": "H"}, {"player": "\u05d0\u05d1\u05d9", "chips": 1, "bet": "sfc", "horses": "H/D/C/S"}]}',1,2,1,'2026-09-26 19:50:00.000000');
CREATE TABLE edit (
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
	client_id VARCHAR(40) NOT NULL, 
	CONSTRAINT pk_edit PRIMARY KEY (id), 
	CONSTRAINT fk_edit_device_id_device FOREIGN KEY(device_id) REFERENCES device (id), 
	CONSTRAINT fk_edit_play_id_play FOREIGN KEY(play_id) REFERENCES play (id), 
	CONSTRAINT uq_edit_play_id_client_id UNIQUE (play_id, client_id), 
	CONSTRAINT uq_edit_play_id_revision UNIQUE (play_id, revision)
);
INSERT INTO "edit" VALUES(1,1,1,'start',NULL,NULL,NULL,'[{"name": "nobody", "player_id": 1, "from_slot": 0}, {"name": "Zo\u00eb \ud83c\udccf", "player_id": 2, "from_slot": 0}, {"name": "As", "player_id": 3, "from_slot": 0}, {"name": "@12", "player_id": 4, "from_slot": 0}]',NULL,1,'2026-09-01 19:00:00.000000','tap-2');
INSERT INTO "edit" VALUES(2,1,2,'round',1,'{"bets": {"nobody": 5, "Zo\u00eb \ud83c\udccf": 3, "As": 3}, "cards": ["9s", "6h", "5d"]}',NULL,NULL,NULL,1,'2026-09-01 19:06:00.000000','tap-3');
INSERT INTO "edit" VALUES(3,1,3,'round',2,'{"bets": {"Zo\u00eb \ud83c\udccf": 1, "As": 2}, "cards": ["Kd", "4s", "Qh"]}',NULL,NULL,NULL,2,'2026-09-01 19:12:00.000000','tap-4');
INSERT INTO "edit" VALUES(4,1,4,'round',3,'{"bets": {"nobody": 3, "As": 3, "@12": 5}, "cards": ["3h", "3c", "6c"], "adjust": [{"player": "nobody", "points": 3, "reason": "Zo\u00eb \ud83c\udccf"}]}',NULL,NULL,NULL,1,'2026-09-01 19:18:00.000000','tap-5');
INSERT INTO "edit" VALUES(5,1,5,'round',4,'{"bets": {"nobody": 1, "Zo\u00eb \ud83c\udccf": 5, "@12": 1}, "cards": ["4c", "10h", "Ah"], "banker_wins": true}',NULL,NULL,NULL,2,'2026-09-01 19:24:00.000000','tap-6');
INSERT INTO "edit" VALUES(6,1,6,'round',5,'{"bets": {"nobody": 1, "Zo\u00eb \ud83c\udccf": 1, "As": 1}, "cards": ["3h", "9d", "6s"]}',NULL,NULL,NULL,1,'2026-09-01 19:30:00.000000','tap-7');
INSERT INTO "edit" VALUES(7,1,7,'correct',1,'{"bets": {"nobody": 5, "Zo\u00eb \ud83c\udccf": 3, "As": 3}, "cards": ["9s", "6h", "5d"], "adjust": [{"player": "Zo\u00eb \ud83c\udccf", "points": 2, "reason": "renege"}]}',NULL,NULL,NULL,2,'2026-09-01 19:50:00.000000','tap-8');
INSERT INTO "edit" VALUES(8,1,8,'undo',1,'{"bets": {"nobody": 5, "Zo\u00eb \ud83c\udccf": 3, "As": 3}, "cards": ["9s", "6h", "5d"]}',NULL,NULL,7,1,'2026-09-01 19:50:00.000000','tap-9');
INSERT INTO "edit" VALUES(9,1,9,'redo',1,'{"bets": {"nobody": 5, "Zo\u00eb \ud83c\udccf": 3, "As": 3}, "cards": ["9s", "6h", "5d"], "adjust": [{"player": "Zo\u00eb \ud83c\udccf", "points": 2, "reason": "renege"}]}',NULL,NULL,7,1,'2026-09-01 19:50:00.000000','tap-10');
INSERT INTO "edit" VALUES(10,1,10,'remove',5,NULL,NULL,NULL,NULL,1,'2026-09-01 19:50:00.000000','tap-11');
INSERT INTO "edit" VALUES(11,1,11,'seats',NULL,NULL,NULL,'[{"name": "nobody", "player_id": 1, "from_slot": 0}, {"name": "Fay", "player_id": 5, "from_slot": 6}, {"name": "Zo\u00eb \ud83c\udccf", "player_id": 2, "from_slot": 0}, {"name": "As", "player_id": 3, "from_slot": 0}, {"name": "@12", "player_id": 4, "from_slot": 0}]',NULL,1,'2026-09-01 19:50:00.000000','tap-12');
INSERT INTO "edit" VALUES(12,1,12,'round',6,'{"bets": {"nobody": 5, "Zo\u00eb \ud83c\udccf": 3, "As": 3}, "cards": ["2s", "6h", "As"]}',NULL,NULL,NULL,1,'2026-09-01 19:50:00.000000','tap-13');
INSERT INTO "edit" VALUES(13,1,13,'note',NULL,'{"adjust": [{"player": "nobody", "points": -1, "reason": "renege"}]}',NULL,NULL,NULL,2,'2026-09-01 19:50:00.000000','tap-14');
INSERT INTO "edit" VALUES(14,1,14,'note',NULL,'{"adjust": [{"player": "nobody", "points": -1, "reason": "renege"}, {"player": "@12", "points": -2, "reason": "exposed a card"}]}',NULL,NULL,NULL,1,'2026-09-01 19:50:00.000000','tap-15');
INSERT INTO "edit" VALUES(15,1,15,'note',NULL,'{"adjust": [{"player": "@12", "points": -2, "reason": "exposed a card"}]}',NULL,NULL,NULL,1,'2026-09-01 19:50:00.000000','tap-16');
INSERT INTO "edit" VALUES(16,1,16,'undo',NULL,NULL,NULL,NULL,15,1,'2026-09-01 19:50:00.000000','tap-17');
INSERT INTO "edit" VALUES(17,2,1,'start',NULL,NULL,NULL,'[{"name": "Ann", "player_id": 6, "from_slot": 0}, {"name": "double", "player_id": 7, "from_slot": 0}]',NULL,1,'2026-09-02 19:00:00.000000','tap-19');
INSERT INTO "edit" VALUES(18,2,2,'round',1,'{"winner": "Ann"}',NULL,NULL,NULL,1,'2026-09-02 19:06:00.000000','tap-20');
INSERT INTO "edit" VALUES(19,3,1,'start',NULL,NULL,NULL,'[{"name": "As", "player_id": 3, "from_slot": 0}, {"name": "Zo\u00eb \ud83c\udccf", "player_id": 2, "from_slot": 0}, {"name": "@12", "player_id": 4, "from_slot": 0}, {"name": "Ann", "player_id": 6, "from_slot": 0}]',NULL,1,'2026-09-03 19:00:00.000000','tap-21');
INSERT INTO "edit" VALUES(20,3,2,'round',1,'{"points": {"As": 2, "Zo\u00eb \ud83c\udccf": -13, "@12": 24, "Ann": 0}}',NULL,NULL,NULL,1,'2026-09-03 19:06:00.000000','tap-22');
INSERT INTO "edit" VALUES(21,3,3,'round',2,'{"points": {"As": 0, "Zo\u00eb \ud83c\udccf": 24, "@12": -19, "Ann": 28}}',NULL,NULL,NULL,2,'2026-09-03 19:12:00.000000','tap-23');
INSERT INTO "edit" VALUES(22,3,4,'round',3,'{"points": {"As": 0, "Zo\u00eb \ud83c\udccf": -4, "@12": 0, "Ann": 13}, "adjust": [{"player": "As", "points": 3, "reason": "Zo\u00eb \ud83c\udccf"}]}',NULL,NULL,NULL,1,'2026-09-03 19:18:00.000000','tap-24');
INSERT INTO "edit" VALUES(23,3,5,'round',4,'{"points": {"As": -2, "Zo\u00eb \ud83c\udccf": 9, "@12": 0, "Ann": 10}}',NULL,NULL,NULL,2,'2026-09-03 19:24:00.000000','tap-25');
INSERT INTO "edit" VALUES(24,3,6,'round',5,'{"points": {"As": 13, "Zo\u00eb \ud83c\udccf": 16, "@12": 0, "Ann": 0}}',NULL,NULL,NULL,1,'2026-09-03 19:30:00.000000','tap-26');
INSERT INTO "edit" VALUES(25,3,7,'correct',1,'{"points": {"As": 2, "Zo\u00eb \ud83c\udccf": -13, "@12": 24, "Ann": 0}, "adjust": [{"player": "Zo\u00eb \ud83c\udccf", "points": 2, "reason": "renege"}]}',NULL,NULL,NULL,2,'2026-09-03 19:50:00.000000','tap-27');
INSERT INTO "edit" VALUES(26,3,8,'undo',1,'{"points": {"As": 2, "Zo\u00eb \ud83c\udccf": -13, "@12": 24, "Ann": 0}}',NULL,NULL,7,1,'2026-09-03 19:50:00.000000','tap-28');
INSERT INTO "edit" VALUES(27,3,9,'redo',1,'{"points": {"As": 2, "Zo\u00eb \ud83c\udccf": -13, "@12": 24, "Ann": 0}, "adjust": [{"player": "Zo\u00eb \ud83c\udccf", "points": 2, "reason": "renege"}]}',NULL,NULL,7,1,'2026-09-03 19:50:00.000000','tap-29');
INSERT INTO "edit" VALUES(28,3,10,'remove',5,NULL,NULL,NULL,NULL,1,'2026-09-03 19:50:00.000000','tap-30');
INSERT INTO "edit" VALUES(29,3,11,'note',NULL,'{"adjust": [{"player": "As", "points": -1, "reason": "renege"}]}',NULL,NULL,NULL,2,'2026-09-03 19:50:00.000000','tap-31');
INSERT INTO "edit" VALUES(30,3,12,'note',NULL,'{"adjust": [{"player": "As", "points": -1, "reason": "renege"}, {"player": "Ann", "points": -2, "reason": "exposed a card"}]}',NULL,NULL,NULL,1,'2026-09-03 19:50:00.000000','tap-32');
INSERT INTO "edit" VALUES(31,3,13,'note',NULL,'{"adjust": [{"player": "Ann", "points": -2, "reason": "exposed a card"}]}',NULL,NULL,NULL,1,'2026-09-03 19:50:00.000000','tap-33');
INSERT INTO "edit" VALUES(32,4,1,'start',NULL,NULL,NULL,'[{"name": "Ann", "player_id": 6, "from_slot": 0}, {"name": "double", "player_id": 7, "from_slot": 0}, {"name": "As", "player_id": 3, "from_slot": 0}, {"name": "\u05d0\u05d1\u05d9", "player_id": 8, "from_slot": 0}]',NULL,1,'2026-09-04 19:00:00.000000','tap-34');
INSERT INTO "edit" VALUES(33,4,2,'round',1,'{"paid": {"Ann": 1, "double": 4, "As": 4, "\u05d0\u05d1\u05d9": 2}, "pots": [{"chips": 11, "winner": "As"}]}',NULL,NULL,NULL,1,'2026-09-04 19:06:00.000000','tap-35');
INSERT INTO "edit" VALUES(34,4,3,'round',2,'{"paid": {"Ann": 1, "double": 1, "As": 1, "\u05d0\u05d1\u05d9": 3}, "pots": [{"chips": 6, "winner": "\u05d0\u05d1\u05d9"}]}',NULL,NULL,NULL,2,'2026-09-04 19:12:00.000000','tap-36');
INSERT INTO "edit" VALUES(35,4,4,'round',3,'{"paid": {"Ann": 1, "double": 2, "As": 6, "\u05d0\u05d1\u05d9": 2}, "pots": [{"chips": 11, "winner": "As"}], "adjust": [{"player": "Ann", "points": 3, "reason": "double"}]}',NULL,NULL,NULL,1,'2026-09-04 19:18:00.000000','tap-37');
INSERT INTO "edit" VALUES(36,4,5,'round',4,'{"paid": {"Ann": 1, "double": 2, "As": 2, "\u05d0\u05d1\u05d9": 2}, "pots": [{"chips": 7, "winner": "As"}]}',NULL,NULL,NULL,2,'2026-09-04 19:24:00.000000','tap-38');
INSERT INTO "edit" VALUES(37,4,6,'round',5,'{"paid": {"Ann": 2, "double": 2, "As": 5, "\u05d0\u05d1\u05d9": 1}, "pots": [{"chips": 10, "winner": "As"}]}',NULL,NULL,NULL,1,'2026-09-04 19:30:00.000000','tap-39');
INSERT INTO "edit" VALUES(38,4,7,'correct',1,'{"paid": {"Ann": 1, "double": 4, "As": 4, "\u05d0\u05d1\u05d9": 2}, "pots": [{"chips": 11, "winner": "As"}], "adjust": [{"player": "double", "points": 2, "reason": "renege"}]}',NULL,NULL,NULL,2,'2026-09-04 19:50:00.000000','tap-40');
INSERT INTO "edit" VALUES(39,4,8,'undo',1,'{"paid": {"Ann": 1, "double": 4, "As": 4, "\u05d0\u05d1\u05d9": 2}, "pots": [{"chips": 11, "winner": "As"}]}',NULL,NULL,7,1,'2026-09-04 19:50:00.000000','tap-41');
INSERT INTO "edit" VALUES(40,4,9,'redo',1,'{"paid": {"Ann": 1, "double": 4, "As": 4, "\u05d0\u05d1\u05d9": 2}, "pots": [{"chips": 11, "winner": "As"}], "adjust": [{"player": "double", "points": 2, "reason": "renege"}]}',NULL,NULL,7,1,'2026-09-04 19:50:00.000000','tap-42');
INSERT INTO "edit" VALUES(41,4,10,'remove',5,NULL,NULL,NULL,NULL,1,'2026-09-04 19:50:00.000000','tap-43');
INSERT INTO "edit" VALUES(42,4,11,'undo',5,'{"paid": {"Ann": 2, "double": 2, "As": 5, "\u05d0\u05d1\u05d9": 1}, "pots": [{"chips": 10, "winner": "As"}]}',NULL,NULL,10,2,'2026-09-04 19:50:00.000000','tap-44');
INSERT INTO "edit" VALUES(43,4,12,'seats',NULL,NULL,NULL,'[{"name": "Ann", "player_id": 6, "from_slot": 0}, {"name": "Fay", "player_id": 5, "from_slot": 6}, {"name": "double", "player_id": 7, "from_slot": 0}, {"name": "As", "player_id": 3, "from_slot": 0}, {"name": "\u05d0\u05d1\u05d9", "player_id": 8, "from_slot": 0}]',NULL,1,'2026-09-04 19:50:00.000000','tap-45');
INSERT INTO "edit" VALUES(44,4,13,'round',6,'{"paid": {"Ann": 2, "Fay": 1, "double": 3, "As": 3, "\u05d0\u05d1\u05d9": 3}, "pots": [{"chips": 12, "winner": "\u05d0\u05d1\u05d9"}]}',NULL,NULL,NULL,1,'2026-09-04 19:50:00.000000','tap-46');
INSERT INTO "edit" VALUES(45,4,14,'end',NULL,NULL,1,NULL,NULL,1,'2026-09-04 19:50:00.000000','tap-47');
INSERT INTO "edit" VALUES(46,4,15,'reopen',NULL,NULL,0,NULL,NULL,1,'2026-09-04 19:50:00.000000','tap-48');
INSERT INTO "edit" VALUES(47,5,1,'start',NULL,NULL,NULL,'[{"name": "double", "player_id": 7, "from_slot": 0}, {"name": "@12", "player_id": 4, "from_slot": 0}, {"name": "Zo\u00eb \ud83c\udccf", "player_id": 2, "from_slot": 0}, {"name": "Bo & Cy", "player_id": 9, "from_slot": 0}]',NULL,1,'2026-09-05 19:00:00.000000','tap-49');
INSERT INTO "edit" VALUES(48,5,2,'round',1,'{"closed": "double", "pozzetto": {"double": "taken", "The @2": "taken"}, "clean": {"double": 1, "The @2": 2}, "dirty": {"double": 0, "The @2": 1}, "melded": {"double": 90, "The @2": 165}, "in_hand": {"double": 25, "The @2": 85}}',NULL,NULL,NULL,1,'2026-09-05 19:06:00.000000','tap-50');
INSERT INTO "edit" VALUES(49,5,3,'round',2,'{"closed": "The @2", "pozzetto": {"double": "not-taken", "The @2": "taken"}, "clean": {"double": 0, "The @2": 0}, "dirty": {"double": 0, "The @2": 1}, "melded": {"double": 40, "The @2": 145}, "in_hand": {"double": 65, "The @2": 85}}',NULL,NULL,NULL,2,'2026-09-05 19:12:00.000000','tap-51');
INSERT INTO "edit" VALUES(50,5,4,'round',3,'{"closed": "The @2", "pozzetto": {"double": "not-taken", "The @2": "taken"}, "clean": {"double": 0, "The @2": 2}, "dirty": {"double": 0, "The @2": 1}, "melded": {"double": 50, "The @2": 250}, "in_hand": {"double": 15, "The @2": 20}, "adjust": [{"player": "double", "points": 3, "reason": "@12"}]}',NULL,NULL,NULL,1,'2026-09-05 19:18:00.000000','tap-52');
INSERT INTO "edit" VALUES(51,5,5,'round',4,'{"closed": "double", "pozzetto": {"double": "taken", "The @2": "taken"}, "clean": {"double": 1, "The @2": 0}, "dirty": {"double": 0, "The @2": 0}, "melded": {"double": 195, "The @2": 95}, "in_hand": {"double": 35, "The @2": 85}}',NULL,NULL,NULL,2,'2026-09-05 19:24:00.000000','tap-53');
INSERT INTO "edit" VALUES(52,5,6,'round',5,'{"closed": "double", "pozzetto": {"double": "taken", "The @2": "taken"}, "clean": {"double": 1, "The @2": 0}, "dirty": {"double": 1, "The @2": 0}, "melded": {"double": 235, "The @2": 40}, "in_hand": {"double": 20, "The @2": 80}}',NULL,NULL,NULL,1,'2026-09-05 19:30:00.000000','tap-54');
INSERT INTO "edit" VALUES(53,5,7,'correct',1,'{"closed": "double", "pozzetto": {"double": "taken", "The @2": "taken"}, "clean": {"double": 1, "The @2": 2}, "dirty": {"double": 0, "The @2": 1}, "melded": {"double": 90, "The @2": 165}, "in_hand": {"double": 25, "The @2": 85}, "adjust": [{"player": "The @2", "points": 2, "reason": "renege"}]}',NULL,NULL,NULL,2,'2026-09-05 19:50:00.000000','tap-55');
INSERT INTO "edit" VALUES(54,5,8,'undo',1,'{"closed": "double", "pozzetto": {"double": "taken", "The @2": "taken"}, "clean": {"double": 1, "The @2": 2}, "dirty": {"double": 0, "The @2": 1}, "melded": {"double": 90, "The @2": 165}, "in_hand": {"double": 25, "The @2": 85}}',NULL,NULL,7,1,'2026-09-05 19:50:00.000000','tap-56');
INSERT INTO "edit" VALUES(55,5,9,'redo',1,'{"closed": "double", "pozzetto": {"double": "taken", "The @2": "taken"}, "clean": {"double": 1, "The @2": 2}, "dirty": {"double": 0, "The @2": 1}, "melded": {"double": 90, "The @2": 165}, "in_hand": {"double": 25, "The @2": 85}, "adjust": [{"player": "The @2", "points": 2, "reason": "renege"}]}',NULL,NULL,7,1,'2026-09-05 19:50:00.000000','tap-57');
INSERT INTO "edit" VALUES(56,5,10,'remove',5,NULL,NULL,NULL,NULL,1,'2026-09-05 19:50:00.000000','tap-58');
INSERT INTO "edit" VALUES(57,5,11,'note',NULL,'{"adjust": [{"player": "double", "points": -1, "reason": "renege"}]}',NULL,NULL,NULL,2,'2026-09-05 19:50:00.000000','tap-59');
INSERT INTO "edit" VALUES(58,5,12,'note',NULL,'{"adjust": [{"player": "double", "points": -1, "reason": "renege"}, {"player": "The @2", "points": -2, "reason": "exposed a card"}]}',NULL,NULL,NULL,1,'2026-09-05 19:50:00.000000','tap-60');
INSERT INTO "edit" VALUES(59,5,13,'note',NULL,'{"adjust": [{"player": "The @2", "points": -2, "reason": "exposed a card"}]}',NULL,NULL,NULL,1,'2026-09-05 19:50:00.000000','tap-61');
INSERT INTO "edit" VALUES(60,6,1,'start',NULL,NULL,NULL,'[{"name": "Ann", "player_id": 6, "from_slot": 0}, {"name": "double", "player_id": 7, "from_slot": 0}]',NULL,1,'2026-09-06 19:00:00.000000','tap-62');
INSERT INTO "edit" VALUES(61,6,2,'round',1,'{"caller": "double", "points": {"Ann": 0, "double": 5}}',NULL,NULL,NULL,1,'2026-09-06 19:06:00.000000','tap-63');
INSERT INTO "edit" VALUES(62,7,1,'start',NULL,NULL,NULL,'[{"name": "\u05d0\u05d1\u05d9", "player_id": 8, "from_slot": 0}, {"name": "@12", "player_id": 4, "from_slot": 0}, {"name": "Ann", "player_id": 6, "from_slot": 0}, {"name": "As", "player_id": 3, "from_slot": 0}]',NULL,1,'2026-09-07 19:00:00.000000','tap-65');
INSERT INTO "edit" VALUES(63,7,2,'round',1,'{"last_trick": "As", "second_player": "@12", "second_hand": "two-pair", "final_player": "@12", "final_hand": "flush"}',NULL,NULL,NULL,1,'2026-09-07 19:06:00.000000','tap-66');
INSERT INTO "edit" VALUES(64,7,3,'round',2,'{"last_trick": "\u05d0\u05d1\u05d9", "first_player": "\u05d0\u05d1\u05d9", "first_hand": "pair", "second_player": "Ann", "second_hand": "two-pair", "final_player": "Ann", "final_hand": "two-pair"}',NULL,NULL,NULL,2,'2026-09-07 19:12:00.000000','tap-67');
INSERT INTO "edit" VALUES(65,7,4,'round',3,'{"last_trick": "As", "first_player": "As", "first_hand": "full-house", "second_player": "As", "second_hand": "full-house", "final_player": "Ann", "final_hand": "four-of-a-kind", "adjust": [{"player": "\u05d0\u05d1\u05d9", "points": 3, "reason": "@12"}]}',NULL,NULL,NULL,1,'2026-09-07 19:18:00.000000','tap-68');
INSERT INTO "edit" VALUES(66,7,5,'round',4,'{"last_trick": "\u05d0\u05d1\u05d9", "first_player": "Ann", "first_hand": "pair", "second_player": "Ann", "second_hand": "pair"}',NULL,NULL,NULL,2,'2026-09-07 19:24:00.000000','tap-69');
INSERT INTO "edit" VALUES(67,7,6,'round',5,'{"last_trick": "\u05d0\u05d1\u05d9", "first_player": "Ann", "first_hand": "two-pair", "second_player": "Ann", "second_hand": "two-pair", "final_player": "As", "final_hand": "three-of-a-kind"}',NULL,NULL,NULL,1,'2026-09-07 19:30:00.000000','tap-70');
INSERT INTO "edit" VALUES(68,7,7,'correct',1,'{"last_trick": "As", "second_player": "@12", "second_hand": "two-pair", "final_player": "@12", "final_hand": "flush", "adjust": [{"player": "@12", "points": 2, "reason": "renege"}]}',NULL,NULL,NULL,2,'2026-09-07 19:50:00.000000','tap-71');
INSERT INTO "edit" VALUES(69,7,8,'undo',1,'{"last_trick": "As", "second_player": "@12", "second_hand": "two-pair", "final_player": "@12", "final_hand": "flush"}',NULL,NULL,7,1,'2026-09-07 19:50:00.000000','tap-72');
INSERT INTO "edit" VALUES(70,7,9,'redo',1,'{"last_trick": "As", "second_player": "@12", "second_hand": "two-pair", "final_player": "@12", "final_hand": "flush", "adjust": [{"player": "@12", "points": 2, "reason": "renege"}]}',NULL,NULL,7,1,'2026-09-07 19:50:00.000000','tap-73');
INSERT INTO "edit" VALUES(71,7,10,'remove',5,NULL,NULL,NULL,NULL,1,'2026-09-07 19:50:00.000000','tap-74');
INSERT INTO "edit" VALUES(72,7,11,'note',NULL,'{"adjust": [{"player": "\u05d0\u05d1\u05d9", "points": -1, "reason": "renege"}]}',NULL,NULL,NULL,2,'2026-09-07 19:50:00.000000','tap-75');
INSERT INTO "edit" VALUES(73,7,12,'note',NULL,'{"adjust": [{"player": "\u05d0\u05d1\u05d9", "points": -1, "reason": "renege"}, {"player": "As", "points": -2, "reason": "exposed a card"}]}',NULL,NULL,NULL,1,'2026-09-07 19:50:00.000000','tap-76');
INSERT INTO "edit" VALUES(74,7,13,'note',NULL,'{"adjust": [{"player": "As", "points": -2, "reason": "exposed a card"}]}',NULL,NULL,NULL,1,'2026-09-07 19:50:00.000000','tap-77');
INSERT INTO "edit" VALUES(75,7,14,'undo',NULL,NULL,NULL,NULL,13,1,'2026-09-07 19:50:00.000000','tap-78');
INSERT INTO "edit" VALUES(76,8,1,'start',NULL,NULL,NULL,'[{"name": "Ann", "player_id": 6, "from_slot": 0}, {"name": "double", "player_id": 7, "from_slot": 0}, {"name": "As", "player_id": 3, "from_slot": 0}, {"name": "\u05d0\u05d1\u05d9", "player_id": 8, "from_slot": 0}]',NULL,1,'2026-09-08 19:00:00.000000','tap-79');
INSERT INTO "edit" VALUES(77,8,2,'round',1,'{"leader": "\u05d0\u05d1\u05d9", "cards": {"Ann": "7", "double": "2", "As": "2", "\u05d0\u05d1\u05d9": "10"}}',NULL,NULL,NULL,1,'2026-09-08 19:06:00.000000','tap-80');
INSERT INTO "edit" VALUES(78,8,3,'round',2,'{"leader": "As", "cards": {"Ann": "3", "double": "5", "As": "Q", "\u05d0\u05d1\u05d9": "4"}}',NULL,NULL,NULL,2,'2026-09-08 19:12:00.000000','tap-81');
INSERT INTO "edit" VALUES(79,8,4,'round',3,'{"leader": "\u05d0\u05d1\u05d9", "cards": {"Ann": "10", "double": "2", "As": "9", "\u05d0\u05d1\u05d9": "6"}, "adjust": [{"player": "Ann", "points": 3, "reason": "double"}]}',NULL,NULL,NULL,1,'2026-09-08 19:18:00.000000','tap-82');
INSERT INTO "edit" VALUES(80,8,5,'round',4,'{"leader": "Ann", "cards": {"Ann": "7", "double": "3", "As": "2", "\u05d0\u05d1\u05d9": "2"}}',NULL,NULL,NULL,2,'2026-09-08 19:24:00.000000','tap-83');
INSERT INTO "edit" VALUES(81,8,6,'round',5,'{"leader": "double", "cards": {"Ann": "2", "double": "J", "As": "5", "\u05d0\u05d1\u05d9": "5"}}',NULL,NULL,NULL,1,'2026-09-08 19:30:00.000000','tap-84');
INSERT INTO "edit" VALUES(82,8,7,'correct',1,'{"leader": "\u05d0\u05d1\u05d9", "cards": {"Ann": "7", "double": "2", "As": "2", "\u05d0\u05d1\u05d9": "10"}, "adjust": [{"player": "double", "points": 2, "reason": "renege"}]}',NULL,NULL,NULL,2,'2026-09-08 19:50:00.000000','tap-85');
INSERT INTO "edit" VALUES(83,8,8,'undo',1,'{"leader": "\u05d0\u05d1\u05d9", "cards": {"Ann": "7", "double": "2", "As": "2", "\u05d0\u05d1\u05d9": "10"}}',NULL,NULL,7,1,'2026-09-08 19:50:00.000000','tap-86');
INSERT INTO "edit" VALUES(84,8,9,'redo',1,'{"leader": "\u05d0\u05d1\u05d9", "cards": {"Ann": "7", "double": "2", "As": "2", "\u05d0\u05d1\u05d9": "10"}, "adjust": [{"player": "double", "points": 2, "reason": "renege"}]}',NULL,NULL,7,1,'2026-09-08 19:50:00.000000','tap-87');
INSERT INTO "edit" VALUES(85,8,10,'remove',5,NULL,NULL,NULL,NULL,1,'2026-09-08 19:50:00.000000','tap-88');
INSERT INTO "edit" VALUES(86,8,11,'undo',5,'{"leader": "double", "cards": {"Ann": "2", "double": "J", "As": "5", "\u05d0\u05d1\u05d9": "5"}}',NULL,NULL,10,2,'2026-09-08 19:50:00.000000','tap-89');
INSERT INTO "edit" VALUES(87,8,12,'end',NULL,NULL,1,NULL,NULL,1,'2026-09-08 19:50:00.000000','tap-90');
INSERT INTO "edit" VALUES(88,9,1,'start',NULL,NULL,NULL,'[{"name": "Ann", "player_id": 6, "from_slot": 0}, {"name": "double", "player_id": 7, "from_slot": 0}]',NULL,1,'2026-09-09 19:00:00.000000','tap-91');
INSERT INTO "edit" VALUES(89,9,2,'round',1,'{"upcard_king": false, "king_shown": "double", "vulnerable": "Ann", "tricks": {"Ann": 1, "double": 4}}',NULL,NULL,NULL,1,'2026-09-09 19:06:00.000000','tap-92');
INSERT INTO "edit" VALUES(90,9,3,'round',2,'{"upcard_king": false, "king_shown": "double", "vulnerable": null, "tricks": {"Ann": 3, "double": 2}}',NULL,NULL,NULL,2,'2026-09-09 19:12:00.000000','tap-93');
INSERT INTO "edit" VALUES(91,9,4,'round',3,'{"upcard_king": false, "king_shown": null, "vulnerable": null, "tricks": {"Ann": 0, "double": 5}, "adjust": [{"player": "Ann", "points": 3, "reason": "double"}]}',NULL,NULL,NULL,1,'2026-09-09 19:18:00.000000','tap-94');
INSERT INTO "edit" VALUES(92,9,5,'correct',1,'{"upcard_king": false, "king_shown": "double", "vulnerable": "Ann", "tricks": {"Ann": 1, "double": 4}, "adjust": [{"player": "double", "points": 2, "reason": "renege"}]}',NULL,NULL,NULL,2,'2026-09-09 19:50:00.000000','tap-95');
INSERT INTO "edit" VALUES(93,9,6,'undo',1,'{"upcard_king": false, "king_shown": "double", "vulnerable": "Ann", "tricks": {"Ann": 1, "double": 4}}',NULL,NULL,5,1,'2026-09-09 19:50:00.000000','tap-96');
INSERT INTO "edit" VALUES(94,9,7,'redo',1,'{"upcard_king": false, "king_shown": "double", "vulnerable": "Ann", "tricks": {"Ann": 1, "double": 4}, "adjust": [{"player": "double", "points": 2, "reason": "renege"}]}',NULL,NULL,5,1,'2026-09-09 19:50:00.000000','tap-97');
INSERT INTO "edit" VALUES(95,9,8,'remove',3,NULL,NULL,NULL,NULL,1,'2026-09-09 19:50:00.000000','tap-98');
INSERT INTO "edit" VALUES(96,10,1,'start',NULL,NULL,NULL,'[{"name": "Ann", "player_id": 6, "from_slot": 0}, {"name": "double", "player_id": 7, "from_slot": 0}, {"name": "As", "player_id": 3, "from_slot": 0}, {"name": "\u05d0\u05d1\u05d9", "player_id": 8, "from_slot": 0}]',NULL,1,'2026-09-10 19:00:00.000000','tap-99');
INSERT INTO "edit" VALUES(97,10,2,'round',1,'{"hands": {"Ann": ["4s", "Qh"], "double": ["9s", "Js"], "As": ["3c", "Ks", "2h"], "\u05d0\u05d1\u05d9": ["9h", "9d"]}}',NULL,NULL,NULL,1,'2026-09-10 19:06:00.000000','tap-100');
INSERT INTO "edit" VALUES(98,10,3,'round',2,'{"hands": {"Ann": ["9d", "Ad", "4h"], "double": ["10s", "Jd"], "As": ["3d", "Ah", "10d"], "\u05d0\u05d1\u05d9": ["4c", "5s", "4d", "Ks"]}}',NULL,NULL,NULL,2,'2026-09-10 19:12:00.000000','tap-101');
INSERT INTO "edit" VALUES(99,10,4,'round',3,'{"hands": {"Ann": ["6h", "5c", "Ac", "4c"], "double": ["5d", "3d", "9s"], "As": ["4h", "3c", "Qc"], "\u05d0\u05d1\u05d9": ["7d", "Js"]}, "adjust": [{"player": "Ann", "points": 3, "reason": "double"}]}',NULL,NULL,NULL,1,'2026-09-10 19:18:00.000000','tap-102');
INSERT INTO "edit" VALUES(100,10,5,'round',4,'{"hands": {"Ann": ["2c", "4h", "Qc"], "double": ["3h", "5d", "9h"], "As": ["9s", "3c", "5h"], "\u05d0\u05d1\u05d9": ["6h", "7s", "Js"]}}',NULL,NULL,NULL,2,'2026-09-10 19:24:00.000000','tap-103');
INSERT INTO "edit" VALUES(101,10,6,'round',5,'{"hands": {"Ann": ["9h", "Jh"], "double": ["Kh", "4c"], "As": ["4d", "Qc", "Jd"], "\u05d0\u05d1\u05d9": ["Ac", "5c", "7h", "7d"]}}',NULL,NULL,NULL,1,'2026-09-10 19:30:00.000000','tap-104');
INSERT INTO "edit" VALUES(102,10,7,'correct',1,'{"hands": {"Ann": ["4s", "Qh"], "double": ["9s", "Js"], "As": ["3c", "Ks", "2h"], "\u05d0\u05d1\u05d9": ["9h", "9d"]}, "adjust": [{"player": "double", "points": 2, "reason": "renege"}]}',NULL,NULL,NULL,2,'2026-09-10 19:50:00.000000','tap-105');
INSERT INTO "edit" VALUES(103,10,8,'undo',1,'{"hands": {"Ann": ["4s", "Qh"], "double": ["9s", "Js"], "As": ["3c", "Ks", "2h"], "\u05d0\u05d1\u05d9": ["9h", "9d"]}}',NULL,NULL,7,1,'2026-09-10 19:50:00.000000','tap-106');
INSERT INTO "edit" VALUES(104,10,9,'redo',1,'{"hands": {"Ann": ["4s", "Qh"], "double": ["9s", "Js"], "As": ["3c", "Ks", "2h"], "\u05d0\u05d1\u05d9": ["9h", "9d"]}, "adjust": [{"player": "double", "points": 2, "reason": "renege"}]}',NULL,NULL,7,1,'2026-09-10 19:50:00.000000','tap-107');
INSERT INTO "edit" VALUES(105,10,10,'remove',5,NULL,NULL,NULL,NULL,1,'2026-09-10 19:50:00.000000','tap-108');
INSERT INTO "edit" VALUES(106,10,11,'undo',5,'{"hands": {"Ann": ["9h", "Jh"], "double": ["Kh", "4c"], "As": ["4d", "Qc", "Jd"], "\u05d0\u05d1\u05d9": ["Ac", "5c", "7h", "7d"]}}',NULL,NULL,10,2,'2026-09-10 19:50:00.000000','tap-109');
INSERT INTO "edit" VALUES(107,10,12,'note',NULL,'{"adjust": [{"player": "Ann", "points": -1, "reason": "renege"}]}',NULL,NULL,NULL,2,'2026-09-10 19:50:00.000000','tap-110');
INSERT INTO "edit" VALUES(108,10,13,'note',NULL,'{"adjust": [{"player": "Ann", "points": -1, "reason": "renege"}, {"player": "\u05d0\u05d1\u05d9", "points": -2, "reason": "exposed a card"}]}',NULL,NULL,NULL,1,'2026-09-10 19:50:00.000000','tap-111');
INSERT INTO "edit" VALUES(109,10,14,'note',NULL,'{"adjust": [{"player": "\u05d0\u05d1\u05d9", "points": -2, "reason": "exposed a card"}]}',NULL,NULL,NULL,1,'2026-09-10 19:50:00.000000','tap-112');
INSERT INTO "edit" VALUES(110,10,15,'undo',NULL,NULL,NULL,NULL,14,1,'2026-09-10 19:50:00.000000','tap-113');
INSERT INTO "edit" VALUES(111,11,1,'start',NULL,NULL,NULL,'[{"name": "\u05d0\u05d1\u05d9", "player_id": 8, "from_slot": 0}, {"name": "@12", "player_id": 4, "from_slot": 0}, {"name": "nobody", "player_id": 1, "from_slot": 0}, {"name": "Zo\u00eb \ud83c\udccf", "player_id": 2, "from_slot": 0}]',NULL,1,'2026-09-11 19:00:00.000000','tap-114');
INSERT INTO "edit" VALUES(112,11,2,'round',1,'{"points": {"\u05d0\u05d1\u05d9": 14, "@12": 16, "nobody": 15, "Zo\u00eb \ud83c\udccf": 15}}',NULL,NULL,NULL,1,'2026-09-11 19:06:00.000000','tap-115');
INSERT INTO "edit" VALUES(113,11,3,'round',2,'{"points": {"\u05d0\u05d1\u05d9": 25, "@12": 11, "nobody": 16, "Zo\u00eb \ud83c\udccf": 8}}',NULL,NULL,NULL,2,'2026-09-11 19:12:00.000000','tap-116');
INSERT INTO "edit" VALUES(114,11,4,'round',3,'{"points": {"\u05d0\u05d1\u05d9": 35, "@12": 17, "nobody": 0, "Zo\u00eb \ud83c\udccf": 8}, "adjust": [{"player": "\u05d0\u05d1\u05d9", "points": 3, "reason": "@12"}]}',NULL,NULL,NULL,1,'2026-09-11 19:18:00.000000','tap-117');
INSERT INTO "edit" VALUES(115,11,5,'round',4,'{"points": {"\u05d0\u05d1\u05d9": 17, "@12": 7, "nobody": 14, "Zo\u00eb \ud83c\udccf": 22}}',NULL,NULL,NULL,2,'2026-09-11 19:24:00.000000','tap-118');
INSERT INTO "edit" VALUES(116,11,6,'round',5,'{"points": {"\u05d0\u05d1\u05d9": 18, "@12": 15, "nobody": 11, "Zo\u00eb \ud83c\udccf": 16}}',NULL,NULL,NULL,1,'2026-09-11 19:30:00.000000','tap-119');
INSERT INTO "edit" VALUES(117,11,7,'correct',1,'{"points": {"\u05d0\u05d1\u05d9": 14, "@12": 16, "nobody": 15, "Zo\u00eb \ud83c\udccf": 15}, "adjust": [{"player": "@12", "points": 2, "reason": "renege"}]}',NULL,NULL,NULL,2,'2026-09-11 19:50:00.000000','tap-120');
INSERT INTO "edit" VALUES(118,11,8,'undo',1,'{"points": {"\u05d0\u05d1\u05d9": 14, "@12": 16, "nobody": 15, "Zo\u00eb \ud83c\udccf": 15}}',NULL,NULL,7,1,'2026-09-11 19:50:00.000000','tap-121');
INSERT INTO "edit" VALUES(119,11,9,'redo',1,'{"points": {"\u05d0\u05d1\u05d9": 14, "@12": 16, "nobody": 15, "Zo\u00eb \ud83c\udccf": 15}, "adjust": [{"player": "@12", "points": 2, "reason": "renege"}]}',NULL,NULL,7,1,'2026-09-11 19:50:00.000000','tap-122');
INSERT INTO "edit" VALUES(120,11,10,'remove',5,NULL,NULL,NULL,NULL,1,'2026-09-11 19:50:00.000000','tap-123');
INSERT INTO "edit" VALUES(121,11,11,'note',NULL,'{"adjust": [{"player": "\u05d0\u05d1\u05d9", "points": -1, "reason": "renege"}]}',NULL,NULL,NULL,2,'2026-09-11 19:50:00.000000','tap-124');
INSERT INTO "edit" VALUES(122,11,12,'note',NULL,'{"adjust": [{"player": "\u05d0\u05d1\u05d9", "points": -1, "reason": "renege"}, {"player": "Zo\u00eb \ud83c\udccf", "points": -2, "reason": "exposed a card"}]}',NULL,NULL,NULL,1,'2026-09-11 19:50:00.000000','tap-125');
INSERT INTO "edit" VALUES(123,11,13,'note',NULL,'{"adjust": [{"player": "Zo\u00eb \ud83c\udccf", "points": -2, "reason": "exposed a card"}]}',NULL,NULL,NULL,1,'2026-09-11 19:50:00.000000','tap-126');
INSERT INTO "edit" VALUES(124,12,1,'start',NULL,NULL,NULL,'[{"name": "Ann", "player_id": 6, "from_slot": 0}, {"name": "double", "player_id": 7, "from_slot": 0}, {"name": "As", "player_id": 3, "from_slot": 0}, {"name": "\u05d0\u05d1\u05d9", "player_id": 8, "from_slot": 0}]',NULL,1,'2026-09-12 19:00:00.000000','tap-128');
INSERT INTO "edit" VALUES(125,12,2,'round',1,'{"hands": {"Ann": ["10s", "4h", "5c"], "double": ["6d", "8s", "9c", "9h"], "As": ["8h", "4d", "10c", "6c"], "\u05d0\u05d1\u05d9": ["5s", "Ad"]}}',NULL,NULL,NULL,1,'2026-09-12 19:06:00.000000','tap-129');
INSERT INTO "edit" VALUES(126,12,3,'round',2,'{"scores": {"Ann": 3, "double": 3, "As": 9, "\u05d0\u05d1\u05d9": 5}}',NULL,NULL,NULL,2,'2026-09-12 19:12:00.000000','tap-130');
INSERT INTO "edit" VALUES(127,12,4,'round',3,'{"scores": {"Ann": 9, "double": 6, "As": 4, "\u05d0\u05d1\u05d9": 8}, "adjust": [{"player": "Ann", "points": 3, "reason": "double"}]}',NULL,NULL,NULL,1,'2026-09-12 19:18:00.000000','tap-131');
INSERT INTO "edit" VALUES(128,12,5,'round',4,'{"hands": {"Ann": ["6s", "3c"], "double": ["As", "4s", "10s", "7d"], "As": ["5s", "Ah"], "\u05d0\u05d1\u05d9": ["2h", "7h"]}}',NULL,NULL,NULL,2,'2026-09-12 19:24:00.000000','tap-132');
INSERT INTO "edit" VALUES(129,12,6,'round',5,'{"scores": {"Ann": 7, "double": 8, "As": 9, "\u05d0\u05d1\u05d9": 7}}',NULL,NULL,NULL,1,'2026-09-12 19:30:00.000000','tap-133');
INSERT INTO "edit" VALUES(130,12,7,'correct',1,'{"hands": {"Ann": ["10s", "4h", "5c"], "double": ["6d", "8s", "9c", "9h"], "As": ["8h", "4d", "10c", "6c"], "\u05d0\u05d1\u05d9": ["5s", "Ad"]}, "adjust": [{"player": "double", "points": 2, "reason": "renege"}]}',NULL,NULL,NULL,2,'2026-09-12 19:50:00.000000','tap-134');
INSERT INTO "edit" VALUES(131,12,8,'undo',1,'{"hands": {"Ann": ["10s", "4h", "5c"], "double": ["6d", "8s", "9c", "9h"], "As": ["8h", "4d", "10c", "6c"], "\u05d0\u05d1\u05d9": ["5s", "Ad"]}}',NULL,NULL,7,1,'2026-09-12 19:50:00.000000','tap-135');
INSERT INTO "edit" VALUES(132,12,9,'redo',1,'{"hands": {"Ann": ["10s", "4h", "5c"], "double": ["6d", "8s", "9c", "9h"], "As": ["8h", "4d", "10c", "6c"], "\u05d0\u05d1\u05d9": ["5s", "Ad"]}, "adjust": [{"player": "double", "points": 2, "reason": "renege"}]}',NULL,NULL,7,1,'2026-09-12 19:50:00.000000','tap-136');
INSERT INTO "edit" VALUES(133,12,10,'remove',5,NULL,NULL,NULL,NULL,1,'2026-09-12 19:50:00.000000','tap-137');
INSERT INTO "edit" VALUES(134,12,11,'undo',5,'{"scores": {"Ann": 7, "double": 8, "As": 9, "\u05d0\u05d1\u05d9": 7}}',NULL,NULL,10,2,'2026-09-12 19:50:00.000000','tap-138');
INSERT INTO "edit" VALUES(135,12,12,'end',NULL,NULL,1,NULL,NULL,1,'2026-09-12 19:50:00.000000','tap-139');
INSERT INTO "edit" VALUES(136,12,13,'reopen',NULL,NULL,0,NULL,NULL,1,'2026-09-12 19:50:00.000000','tap-140');
INSERT INTO "edit" VALUES(137,13,1,'start',NULL,NULL,NULL,'[{"name": "As", "player_id": 3, "from_slot": 0}, {"name": "Ann", "player_id": 6, "from_slot": 0}, {"name": "Bo & Cy", "player_id": 9, "from_slot": 0}, {"name": "Zo\u00eb \ud83c\udccf", "player_id": 2, "from_slot": 0}]',NULL,1,'2026-09-13 19:00:00.000000','tap-141');
INSERT INTO "edit" VALUES(138,13,2,'round',1,'{"hands": {"As": {"front": ["4s", "10s", "Jc"], "middle": ["Qh", "Ac", "2s", "Js", "6h"], "back": ["3c", "7c", "10d", "3d", "As"]}, "Ann": {"front": ["5h", "Ah", "Ad"], "middle": ["3s", "8h", "8c", "4h", "4d"], "back": ["Qc", "Qs", "7d", "9c", "9d"]}, "Bo & Cy": {"front": ["Jd", "7h", "10c"], "middle": ["Kd", "Kh", "2c", "9s", "9h"], "back": ["5s", "5d", "5c", "6d", "6s"]}, "Zo\u00eb \ud83c\udccf": {"front": ["3h", "Jh", "6c"], "middle": ["4c", "Qd", "7s", "8d", "8s"], "back": ["Ks", "Kc", "2d", "2h", "10h"]}}}',NULL,NULL,NULL,1,'2026-09-13 19:06:00.000000','tap-142');
INSERT INTO "edit" VALUES(139,13,3,'round',2,'{"hands": {"As": {"front": ["3h", "7h", "Ah"], "middle": ["Ad", "7d", "Qd", "4s", "8s"], "back": ["8c", "4c", "Ac", "6c", "Jc"]}, "Ann": {"front": ["3c", "Jd", "10d"], "middle": ["2d", "5d", "5h", "6h", "8h"], "back": ["Ks", "7s", "3s", "6s", "Qs"]}, "Bo & Cy": {"front": ["2s", "10s", "5s"], "middle": ["9h", "Jh", "2h", "4h", "8d"], "back": ["3d", "4d", "9d", "10c", "9c"]}, "Zo\u00eb \ud83c\udccf": {"front": ["Qh", "9s", "10h"], "middle": ["Kh", "7c", "Qc", "Js", "6d"], "back": ["2c", "5c", "Kd", "As", "Kc"]}}}',NULL,NULL,NULL,2,'2026-09-13 19:12:00.000000','tap-143');
INSERT INTO "edit" VALUES(140,13,4,'round',3,'{"hands": {"As": {"front": ["8h", "5c", "3d"], "middle": ["8c", "Qc", "Jd", "Ac", "3h"], "back": ["Ah", "7c", "9d", "10s", "Js"]}, "Ann": {"front": ["Qd", "3s", "6s"], "middle": ["10d", "Qs", "2c", "6d", "9c"], "back": ["2d", "Jc", "Kd", "Jh", "7h"]}, "Bo & Cy": {"front": ["4d", "8d", "Ks"], "middle": ["7s", "4s", "As", "3c", "10c"], "back": ["5h", "2h", "4h", "Qh", "9h"]}, "Zo\u00eb \ud83c\udccf": {"front": ["9s", "8s", "10h"], "middle": ["2s", "Ad", "Kc", "Kh", "7d"], "back": ["4c", "5s", "5d", "6c", "6h"]}}, "adjust": [{"player": "As", "points": 3, "reason": "Ann"}]}',NULL,NULL,NULL,1,'2026-09-13 19:18:00.000000','tap-144');
INSERT INTO "edit" VALUES(141,13,5,'round',4,'{"hands": {"As": {"front": ["5s", "Qc", "7c"], "middle": ["Jd", "10c", "2d", "2s", "8d"], "back": ["4c", "6h", "6d", "6s", "6c"]}, "Ann": {"front": ["Ad", "4h", "9d"], "middle": ["9h", "2c", "Qh", "Kd", "Ks"], "back": ["8c", "Js", "10d", "10h", "10s"]}, "Bo & Cy": {"front": ["3s", "3d", "Kc"], "middle": ["Jc", "Jh", "4s", "Qd", "9s"], "back": ["5d", "5c", "5h", "7h", "2h"]}, "Zo\u00eb \ud83c\udccf": {"front": ["Kh", "Qs", "3c"], "middle": ["3h", "7s", "7d", "4d", "9c"], "back": ["As", "Ac", "Ah", "8s", "8h"]}}}',NULL,NULL,NULL,2,'2026-09-13 19:24:00.000000','tap-145');
INSERT INTO "edit" VALUES(142,13,6,'round',5,'{"hands": {"As": {"front": ["7c", "7d", "2s"], "middle": ["10c", "10s", "As", "Kc", "Jd"], "back": ["5d", "5c", "6d", "4h", "4c"]}, "Ann": {"front": ["5h", "Kd", "2d"], "middle": ["Qs", "Js", "Kh", "Ac", "7h"], "back": ["Jc", "2c", "3c", "6c", "8s"]}, "Bo & Cy": {"front": ["9c", "9d", "9s"], "middle": ["4d", "Ad", "Qc", "Qd", "Qh"], "back": ["Jh", "8h", "3h", "6h", "10h"]}, "Zo\u00eb \ud83c\udccf": {"front": ["7s", "9h", "6s"], "middle": ["3d", "3s", "4s", "2h", "Ah"], "back": ["5s", "8d", "8c", "Ks", "10d"]}}}',NULL,NULL,NULL,1,'2026-09-13 19:30:00.000000','tap-146');
INSERT INTO "edit" VALUES(143,13,7,'correct',1,'{"hands": {"As": {"front": ["4s", "10s", "Jc"], "middle": ["Qh", "Ac", "2s", "Js", "6h"], "back": ["3c", "7c", "10d", "3d", "As"]}, "Ann": {"front": ["5h", "Ah", "Ad"], "middle": ["3s", "8h", "8c", "4h", "4d"], "back": ["Qc", "Qs", "7d", "9c", "9d"]}, "Bo & Cy": {"front": ["Jd", "7h", "10c"], "middle": ["Kd", "Kh", "2c", "9s", "9h"], "back": ["5s", "5d", "5c", "6d", "6s"]}, "Zo\u00eb \ud83c\udccf": {"front": ["3h", "Jh", "6c"], "middle": ["4c", "Qd", "7s", "8d", "8s"], "back": ["Ks", "Kc", "2d", "2h", "10h"]}}, "adjust": [{"player": "Ann", "points": 2, "reason": "renege"}]}',NULL,NULL,NULL,2,'2026-09-13 19:50:00.000000','tap-147');
INSERT INTO "edit" VALUES(144,13,8,'undo',1,'{"hands": {"As": {"front": ["4s", "10s", "Jc"], "middle": ["Qh", "Ac", "2s", "Js", "6h"], "back": ["3c", "7c", "10d", "3d", "As"]}, "Ann": {"front": ["5h", "Ah", "Ad"], "middle": ["3s", "8h", "8c", "4h", "4d"], "back": ["Qc", "Qs", "7d", "9c", "9d"]}, "Bo & Cy": {"front": ["Jd", "7h", "10c"], "middle": ["Kd", "Kh", "2c", "9s", "9h"], "back": ["5s", "5d", "5c", "6d", "6s"]}, "Zo\u00eb \ud83c\udccf": {"front": ["3h", "Jh", "6c"], "middle": ["4c", "Qd", "7s", "8d", "8s"], "back": ["Ks", "Kc", "2d", "2h", "10h"]}}}',NULL,NULL,7,1,'2026-09-13 19:50:00.000000','tap-148');
INSERT INTO "edit" VALUES(145,13,9,'redo',1,'{"hands": {"As": {"front": ["4s", "10s", "Jc"], "middle": ["Qh", "Ac", "2s", "Js", "6h"], "back": ["3c", "7c", "10d", "3d", "As"]}, "Ann": {"front": ["5h", "Ah", "Ad"], "middle": ["3s", "8h", "8c", "4h", "4d"], "back": ["Qc", "Qs", "7d", "9c", "9d"]}, "Bo & Cy": {"front": ["Jd", "7h", "10c"], "middle": ["Kd", "Kh", "2c", "9s", "9h"], "back": ["5s", "5d", "5c", "6d", "6s"]}, "Zo\u00eb \ud83c\udccf": {"front": ["3h", "Jh", "6c"], "middle": ["4c", "Qd", "7s", "8d", "8s"], "back": ["Ks", "Kc", "2d", "2h", "10h"]}}, "adjust": [{"player": "Ann", "points": 2, "reason": "renege"}]}',NULL,NULL,7,1,'2026-09-13 19:50:00.000000','tap-149');
INSERT INTO "edit" VALUES(146,13,10,'remove',5,NULL,NULL,NULL,NULL,1,'2026-09-13 19:50:00.000000','tap-150');
INSERT INTO "edit" VALUES(147,13,11,'note',NULL,'{"adjust": [{"player": "As", "points": -1, "reason": "renege"}]}',NULL,NULL,NULL,2,'2026-09-13 19:50:00.000000','tap-151');
INSERT INTO "edit" VALUES(148,13,12,'note',NULL,'{"adjust": [{"player": "As", "points": -1, "reason": "renege"}, {"player": "Zo\u00eb \ud83c\udccf", "points": -2, "reason": "exposed a card"}]}',NULL,NULL,NULL,1,'2026-09-13 19:50:00.000000','tap-152');
INSERT INTO "edit" VALUES(149,13,13,'note',NULL,'{"adjust": [{"player": "Zo\u00eb \ud83c\udccf", "points": -2, "reason": "exposed a card"}]}',NULL,NULL,NULL,1,'2026-09-13 19:50:00.000000','tap-153');
INSERT INTO "edit" VALUES(150,13,14,'undo',NULL,NULL,NULL,NULL,13,1,'2026-09-13 19:50:00.000000','tap-154');
INSERT INTO "edit" VALUES(151,14,1,'start',NULL,NULL,NULL,'[{"name": "Ann", "player_id": 6, "from_slot": 0}, {"name": "double", "player_id": 7, "from_slot": 0}, {"name": "As", "player_id": 3, "from_slot": 0}, {"name": "\u05d0\u05d1\u05d9", "player_id": 8, "from_slot": 0}]',NULL,1,'2026-09-14 19:00:00.000000','tap-155');
INSERT INTO "edit" VALUES(152,14,2,'round',1,'{"went_out": "double", "deadwood": {"Ann": 25, "As": 35, "\u05d0\u05d1\u05d9": 15, "double": 0}, "cards": {}}',NULL,NULL,NULL,1,'2026-09-14 19:06:00.000000','tap-156');
INSERT INTO "edit" VALUES(153,14,3,'round',2,'{"went_out": "As", "deadwood": {"Ann": 25, "double": 0, "\u05d0\u05d1\u05d9": 0}, "cards": {}}',NULL,NULL,NULL,2,'2026-09-14 19:12:00.000000','tap-157');
INSERT INTO "edit" VALUES(154,14,4,'round',3,'{"went_out": "As", "deadwood": {"double": 15}, "cards": {"Ann": [], "\u05d0\u05d1\u05d9": ["10d", "Kh", "10c", "Js"]}, "adjust": [{"player": "Ann", "points": 3, "reason": "double"}]}',NULL,NULL,NULL,1,'2026-09-14 19:18:00.000000','tap-158');
INSERT INTO "edit" VALUES(155,14,5,'round',4,'{"went_out": "double", "deadwood": {"Ann": 0, "As": 25, "\u05d0\u05d1\u05d9": 30}, "cards": {}}',NULL,NULL,NULL,2,'2026-09-14 19:24:00.000000','tap-159');
INSERT INTO "edit" VALUES(156,14,6,'round',5,'{"went_out": "Ann", "deadwood": {"double": 35, "As": 10, "\u05d0\u05d1\u05d9": 0}, "cards": {}}',NULL,NULL,NULL,1,'2026-09-14 19:30:00.000000','tap-160');
INSERT INTO "edit" VALUES(157,14,7,'correct',1,'{"went_out": "double", "deadwood": {"Ann": 25, "As": 35, "\u05d0\u05d1\u05d9": 15, "double": 0}, "cards": {}, "adjust": [{"player": "double", "points": 2, "reason": "renege"}]}',NULL,NULL,NULL,2,'2026-09-14 19:50:00.000000','tap-161');
INSERT INTO "edit" VALUES(158,14,8,'undo',1,'{"went_out": "double", "deadwood": {"Ann": 25, "As": 35, "\u05d0\u05d1\u05d9": 15, "double": 0}, "cards": {}}',NULL,NULL,7,1,'2026-09-14 19:50:00.000000','tap-162');
INSERT INTO "edit" VALUES(159,14,9,'redo',1,'{"went_out": "double", "deadwood": {"Ann": 25, "As": 35, "\u05d0\u05d1\u05d9": 15, "double": 0}, "cards": {}, "adjust": [{"player": "double", "points": 2, "reason": "renege"}]}',NULL,NULL,7,1,'2026-09-14 19:50:00.000000','tap-163');
INSERT INTO "edit" VALUES(160,14,10,'remove',5,NULL,NULL,NULL,NULL,1,'2026-09-14 19:50:00.000000','tap-164');
INSERT INTO "edit" VALUES(161,14,11,'undo',5,'{"went_out": "Ann", "deadwood": {"double": 35, "As": 10, "\u05d0\u05d1\u05d9": 0}, "cards": {}}',NULL,NULL,10,2,'2026-09-14 19:50:00.000000','tap-165');
INSERT INTO "edit" VALUES(162,14,12,'note',NULL,'{"adjust": [{"player": "Ann", "points": -1, "reason": "renege"}]}',NULL,NULL,NULL,2,'2026-09-14 19:50:00.000000','tap-166');
INSERT INTO "edit" VALUES(163,14,13,'note',NULL,'{"adjust": [{"player": "Ann", "points": -1, "reason": "renege"}, {"player": "\u05d0\u05d1\u05d9", "points": -2, "reason": "exposed a card"}]}',NULL,NULL,NULL,1,'2026-09-14 19:50:00.000000','tap-167');
INSERT INTO "edit" VALUES(164,14,14,'note',NULL,'{"adjust": [{"player": "\u05d0\u05d1\u05d9", "points": -2, "reason": "exposed a card"}]}',NULL,NULL,NULL,1,'2026-09-14 19:50:00.000000','tap-168');
INSERT INTO "edit" VALUES(165,15,1,'start',NULL,NULL,NULL,'[{"name": "double", "player_id": 7, "from_slot": 0}, {"name": "Bo & Cy", "player_id": 9, "from_slot": 0}, {"name": "Ann", "player_id": 6, "from_slot": 0}, {"name": "nobody", "player_id": 1, "from_slot": 0}]',NULL,1,'2026-09-15 19:00:00.000000','tap-169');
INSERT INTO "edit" VALUES(166,15,2,'round',1,'{"pitcher": "double", "bid": "smudge", "high": "double & Ann", "low": "double & Ann", "jack": "double & Ann", "game": "double & Ann", "all_tricks": "double & Ann"}',NULL,NULL,NULL,1,'2026-09-15 19:06:00.000000','tap-170');
INSERT INTO "edit" VALUES(167,15,3,'round',2,'{"pitcher": "Ann", "bid": 2, "high": "double & Ann", "low": "double & Ann", "jack": null, "game": null}',NULL,NULL,NULL,2,'2026-09-15 19:12:00.000000','tap-171');
INSERT INTO "edit" VALUES(168,15,4,'round',3,'{"pitcher": "double", "bid": "smudge", "high": "double & Ann", "low": "double & Ann", "jack": "double & Ann", "game": "double & Ann", "all_tricks": "double & Ann", "adjust": [{"player": "double & Ann", "points": 3, "reason": "Bo & Cy"}]}',NULL,NULL,NULL,1,'2026-09-15 19:18:00.000000','tap-172');
INSERT INTO "edit" VALUES(169,15,5,'round',4,'{"pitcher": "Ann", "bid": 3, "high": "double & Ann", "low": "double & Ann", "jack": null, "game": "Bo & Cy & nobody"}',NULL,NULL,NULL,2,'2026-09-15 19:24:00.000000','tap-173');
INSERT INTO "edit" VALUES(170,15,6,'round',5,'{"pitcher": "nobody", "bid": 3, "high": "double & Ann", "low": "double & Ann", "jack": null, "game": "double & Ann"}',NULL,NULL,NULL,1,'2026-09-15 19:30:00.000000','tap-174');
INSERT INTO "edit" VALUES(171,15,7,'correct',1,'{"pitcher": "double", "bid": "smudge", "high": "double & Ann", "low": "double & Ann", "jack": "double & Ann", "game": "double & Ann", "all_tricks": "double & Ann", "adjust": [{"player": "Bo & Cy & nobody", "points": 2, "reason": "renege"}]}',NULL,NULL,NULL,2,'2026-09-15 19:50:00.000000','tap-175');
INSERT INTO "edit" VALUES(172,15,8,'undo',1,'{"pitcher": "double", "bid": "smudge", "high": "double & Ann", "low": "double & Ann", "jack": "double & Ann", "game": "double & Ann", "all_tricks": "double & Ann"}',NULL,NULL,7,1,'2026-09-15 19:50:00.000000','tap-176');
INSERT INTO "edit" VALUES(173,15,9,'redo',1,'{"pitcher": "double", "bid": "smudge", "high": "double & Ann", "low": "double & Ann", "jack": "double & Ann", "game": "double & Ann", "all_tricks": "double & Ann", "adjust": [{"player": "Bo & Cy & nobody", "points": 2, "reason": "renege"}]}',NULL,NULL,7,1,'2026-09-15 19:50:00.000000','tap-177');
INSERT INTO "edit" VALUES(174,15,10,'remove',5,NULL,NULL,NULL,NULL,1,'2026-09-15 19:50:00.000000','tap-178');
INSERT INTO "edit" VALUES(175,15,11,'note',NULL,'{"adjust": [{"player": "double & Ann", "points": -1, "reason": "renege"}]}',NULL,NULL,NULL,2,'2026-09-15 19:50:00.000000','tap-179');
INSERT INTO "edit" VALUES(176,15,12,'note',NULL,'{"adjust": [{"player": "double & Ann", "points": -1, "reason": "renege"}, {"player": "Bo & Cy & nobody", "points": -2, "reason": "exposed a card"}]}',NULL,NULL,NULL,1,'2026-09-15 19:50:00.000000','tap-180');
INSERT INTO "edit" VALUES(177,15,13,'note',NULL,'{"adjust": [{"player": "Bo & Cy & nobody", "points": -2, "reason": "exposed a card"}]}',NULL,NULL,NULL,1,'2026-09-15 19:50:00.000000','tap-181');
INSERT INTO "edit" VALUES(178,16,1,'start',NULL,NULL,NULL,'[{"name": "Ann", "player_id": 6, "from_slot": 0}, {"name": "double", "player_id": 7, "from_slot": 0}, {"name": "As", "player_id": 3, "from_slot": 0}, {"name": "\u05d0\u05d1\u05d9", "player_id": 8, "from_slot": 0}]',NULL,1,'2026-09-16 19:00:00.000000','tap-182');
INSERT INTO "edit" VALUES(179,16,2,'round',1,'{"jacks": {"Ann": 1, "double": 1, "\u05d0\u05d1\u05d9": 1}, "polignac": "double"}',NULL,NULL,NULL,1,'2026-09-16 19:06:00.000000','tap-183');
INSERT INTO "edit" VALUES(180,16,3,'round',2,'{"jacks": {"double": 1, "As": 2}, "polignac": "\u05d0\u05d1\u05d9"}',NULL,NULL,NULL,2,'2026-09-16 19:12:00.000000','tap-184');
INSERT INTO "edit" VALUES(181,16,4,'round',3,'{"jacks": {"Ann": 1, "double": 1, "As": 1}, "polignac": "As", "adjust": [{"player": "Ann", "points": 3, "reason": "double"}]}',NULL,NULL,NULL,1,'2026-09-16 19:18:00.000000','tap-185');
INSERT INTO "edit" VALUES(182,16,5,'round',4,'{"jacks": {"double": 1, "As": 2}, "polignac": "double"}',NULL,NULL,NULL,2,'2026-09-16 19:24:00.000000','tap-186');
INSERT INTO "edit" VALUES(183,16,6,'round',5,'{"jacks": {"As": 1, "\u05d0\u05d1\u05d9": 2}, "polignac": "Ann"}',NULL,NULL,NULL,1,'2026-09-16 19:30:00.000000','tap-187');
INSERT INTO "edit" VALUES(184,16,7,'correct',1,'{"jacks": {"Ann": 1, "double": 1, "\u05d0\u05d1\u05d9": 1}, "polignac": "double", "adjust": [{"player": "double", "points": 2, "reason": "renege"}]}',NULL,NULL,NULL,2,'2026-09-16 19:50:00.000000','tap-188');
INSERT INTO "edit" VALUES(185,16,8,'undo',1,'{"jacks": {"Ann": 1, "double": 1, "\u05d0\u05d1\u05d9": 1}, "polignac": "double"}',NULL,NULL,7,1,'2026-09-16 19:50:00.000000','tap-189');
INSERT INTO "edit" VALUES(186,16,9,'redo',1,'{"jacks": {"Ann": 1, "double": 1, "\u05d0\u05d1\u05d9": 1}, "polignac": "double", "adjust": [{"player": "double", "points": 2, "reason": "renege"}]}',NULL,NULL,7,1,'2026-09-16 19:50:00.000000','tap-190');
INSERT INTO "edit" VALUES(187,16,10,'remove',5,NULL,NULL,NULL,NULL,1,'2026-09-16 19:50:00.000000','tap-191');
INSERT INTO "edit" VALUES(188,16,11,'undo',5,'{"jacks": {"As": 1, "\u05d0\u05d1\u05d9": 2}, "polignac": "Ann"}',NULL,NULL,10,2,'2026-09-16 19:50:00.000000','tap-192');
INSERT INTO "edit" VALUES(189,16,12,'end',NULL,NULL,1,NULL,NULL,1,'2026-09-16 19:50:00.000000','tap-193');
INSERT INTO "edit" VALUES(190,17,1,'start',NULL,NULL,NULL,'[{"name": "nobody", "player_id": 1, "from_slot": 0}, {"name": "As", "player_id": 3, "from_slot": 0}, {"name": "Zo\u00eb \ud83c\udccf", "player_id": 2, "from_slot": 0}, {"name": "\u05d0\u05d1\u05d9", "player_id": 8, "from_slot": 0}]',NULL,1,'2026-09-17 19:00:00.000000','tap-195');
INSERT INTO "edit" VALUES(191,17,2,'round',1,'{"put_cards": ["Kh", "As", "3d", "Qs", "Ah"], "take_cards": ["Jh", "6h", "7s", "10d", "10s"], "hands": {"nobody": ["6c", "3c", "Jc", "8s", "4h"], "As": ["9d", "9c", "Ad", "5c", "5h"], "Zo\u00eb \ud83c\udccf": ["10h", "3s", "7h", "4c", "9s"]}}',NULL,NULL,NULL,1,'2026-09-17 19:06:00.000000','tap-196');
INSERT INTO "edit" VALUES(192,17,3,'round',2,'{"put": {"As": 0, "Zo\u00eb \ud83c\udccf": 5, "\u05d0\u05d1\u05d9": 6}, "take": {"As": 2, "Zo\u00eb \ud83c\udccf": 11, "\u05d0\u05d1\u05d9": 4}}',NULL,NULL,NULL,2,'2026-09-17 19:12:00.000000','tap-197');
INSERT INTO "edit" VALUES(193,17,4,'round',3,'{"put": {"nobody": 2, "Zo\u00eb \ud83c\udccf": 0, "\u05d0\u05d1\u05d9": 0}, "take": {"nobody": 10, "Zo\u00eb \ud83c\udccf": 8, "\u05d0\u05d1\u05d9": 10}, "adjust": [{"player": "nobody", "points": 3, "reason": "As"}]}',NULL,NULL,NULL,1,'2026-09-17 19:18:00.000000','tap-198');
INSERT INTO "edit" VALUES(194,17,5,'round',4,'{"put_cards": ["Ad", "5s", "8h", "9h", "10d"], "take_cards": ["Qs", "Kc", "3d", "6d", "Qh"], "hands": {"nobody": ["7c", "9c", "8d", "Kh", "6h"], "As": ["9d", "3c", "4h", "Ah", "6s"], "\u05d0\u05d1\u05d9": ["4c", "2h", "Js", "4d", "10s"]}}',NULL,NULL,NULL,2,'2026-09-17 19:24:00.000000','tap-199');
INSERT INTO "edit" VALUES(195,17,6,'round',5,'{"put_cards": ["Jh", "3s", "5c", "4s", "9h"], "take_cards": ["10h", "5s", "2d", "6c", "8h"], "hands": {"nobody": ["10c", "2s", "7d", "Kh", "5d"], "As": ["6s", "2h", "4h", "Qh", "Jd"], "Zo\u00eb \ud83c\udccf": ["Js", "Qc", "Ks", "Kc", "Ad"]}}',NULL,NULL,NULL,1,'2026-09-17 19:30:00.000000','tap-200');
INSERT INTO "edit" VALUES(196,17,7,'correct',1,'{"put_cards": ["Kh", "As", "3d", "Qs", "Ah"], "take_cards": ["Jh", "6h", "7s", "10d", "10s"], "hands": {"nobody": ["6c", "3c", "Jc", "8s", "4h"], "As": ["9d", "9c", "Ad", "5c", "5h"], "Zo\u00eb \ud83c\udccf": ["10h", "3s", "7h", "4c", "9s"]}, "adjust": [{"player": "As", "points": 2, "reason": "renege"}]}',NULL,NULL,NULL,2,'2026-09-17 19:50:00.000000','tap-201');
INSERT INTO "edit" VALUES(197,17,8,'undo',1,'{"put_cards": ["Kh", "As", "3d", "Qs", "Ah"], "take_cards": ["Jh", "6h", "7s", "10d", "10s"], "hands": {"nobody": ["6c", "3c", "Jc", "8s", "4h"], "As": ["9d", "9c", "Ad", "5c", "5h"], "Zo\u00eb \ud83c\udccf": ["10h", "3s", "7h", "4c", "9s"]}}',NULL,NULL,7,1,'2026-09-17 19:50:00.000000','tap-202');
INSERT INTO "edit" VALUES(198,17,9,'redo',1,'{"put_cards": ["Kh", "As", "3d", "Qs", "Ah"], "take_cards": ["Jh", "6h", "7s", "10d", "10s"], "hands": {"nobody": ["6c", "3c", "Jc", "8s", "4h"], "As": ["9d", "9c", "Ad", "5c", "5h"], "Zo\u00eb \ud83c\udccf": ["10h", "3s", "7h", "4c", "9s"]}, "adjust": [{"player": "As", "points": 2, "reason": "renege"}]}',NULL,NULL,7,1,'2026-09-17 19:50:00.000000','tap-203');
INSERT INTO "edit" VALUES(199,17,10,'remove',5,NULL,NULL,NULL,NULL,1,'2026-09-17 19:50:00.000000','tap-204');
INSERT INTO "edit" VALUES(200,17,11,'note',NULL,'{"adjust": [{"player": "nobody", "points": -1, "reason": "renege"}]}',NULL,NULL,NULL,2,'2026-09-17 19:50:00.000000','tap-205');
INSERT INTO "edit" VALUES(201,17,12,'note',NULL,'{"adjust": [{"player": "nobody", "points": -1, "reason": "renege"}, {"player": "\u05d0\u05d1\u05d9", "points": -2, "reason": "exposed a card"}]}',NULL,NULL,NULL,1,'2026-09-17 19:50:00.000000','tap-206');
INSERT INTO "edit" VALUES(202,17,13,'note',NULL,'{"adjust": [{"player": "\u05d0\u05d1\u05d9", "points": -2, "reason": "exposed a card"}]}',NULL,NULL,NULL,1,'2026-09-17 19:50:00.000000','tap-207');
INSERT INTO "edit" VALUES(203,18,1,'start',NULL,NULL,NULL,'[{"name": "Ann", "player_id": 6, "from_slot": 0}, {"name": "double", "player_id": 7, "from_slot": 0}, {"name": "As", "player_id": 3, "from_slot": 0}, {"name": "\u05d0\u05d1\u05d9", "player_id": 8, "from_slot": 0}]',NULL,1,'2026-09-18 19:00:00.000000','tap-208');
INSERT INTO "edit" VALUES(204,18,2,'round',1,'{"bid": {"Ann": 3, "double": 1, "As": 1, "\u05d0\u05d1\u05d9": 4}, "tricks": {"Ann": 3, "double": 1, "As": 2, "\u05d0\u05d1\u05d9": 4}}',NULL,NULL,NULL,1,'2026-09-18 19:06:00.000000','tap-209');
INSERT INTO "edit" VALUES(205,18,3,'round',2,'{"bid": {"Ann": 1, "double": 4, "As": 2, "\u05d0\u05d1\u05d9": 2}, "tricks": {"Ann": 2, "double": 4, "As": 1, "\u05d0\u05d1\u05d9": 2}}',NULL,NULL,NULL,2,'2026-09-18 19:12:00.000000','tap-210');
INSERT INTO "edit" VALUES(206,18,4,'round',3,'{"bid": {"Ann": 4, "double": 0, "As": 3, "\u05d0\u05d1\u05d9": 1}, "tricks": {"Ann": 4, "double": 0, "As": 3, "\u05d0\u05d1\u05d9": 1}, "bonus": {"Ann": 1}, "adjust": [{"player": "Ann", "points": 3, "reason": "double"}]}',NULL,NULL,NULL,1,'2026-09-18 19:18:00.000000','tap-211');
INSERT INTO "edit" VALUES(207,18,5,'round',4,'{"bid": {"Ann": 1, "double": 4, "As": 1, "\u05d0\u05d1\u05d9": 2}, "tricks": {"Ann": 0, "double": 4, "As": 1, "\u05d0\u05d1\u05d9": 2}, "bonus": {"As": 1}, "mad": {"\u05d0\u05d1\u05d9": 1}}',NULL,NULL,NULL,2,'2026-09-18 19:24:00.000000','tap-212');
INSERT INTO "edit" VALUES(208,18,6,'round',5,'{"bid": {"Ann": 0, "double": 4, "As": 0, "\u05d0\u05d1\u05d9": 2}, "tricks": {"Ann": 0, "double": 4, "As": 0, "\u05d0\u05d1\u05d9": 2}, "mad": {"double": 1}}',NULL,NULL,NULL,1,'2026-09-18 19:30:00.000000','tap-213');
INSERT INTO "edit" VALUES(209,18,7,'correct',1,'{"bid": {"Ann": 3, "double": 1, "As": 1, "\u05d0\u05d1\u05d9": 4}, "tricks": {"Ann": 3, "double": 1, "As": 2, "\u05d0\u05d1\u05d9": 4}, "adjust": [{"player": "double", "points": 2, "reason": "renege"}]}',NULL,NULL,NULL,2,'2026-09-18 19:50:00.000000','tap-214');
INSERT INTO "edit" VALUES(210,18,8,'undo',1,'{"bid": {"Ann": 3, "double": 1, "As": 1, "\u05d0\u05d1\u05d9": 4}, "tricks": {"Ann": 3, "double": 1, "As": 2, "\u05d0\u05d1\u05d9": 4}}',NULL,NULL,7,1,'2026-09-18 19:50:00.000000','tap-215');
INSERT INTO "edit" VALUES(211,18,9,'redo',1,'{"bid": {"Ann": 3, "double": 1, "As": 1, "\u05d0\u05d1\u05d9": 4}, "tricks": {"Ann": 3, "double": 1, "As": 2, "\u05d0\u05d1\u05d9": 4}, "adjust": [{"player": "double", "points": 2, "reason": "renege"}]}',NULL,NULL,7,1,'2026-09-18 19:50:00.000000','tap-216');
INSERT INTO "edit" VALUES(212,18,10,'remove',5,NULL,NULL,NULL,NULL,1,'2026-09-18 19:50:00.000000','tap-217');
INSERT INTO "edit" VALUES(213,18,11,'undo',5,'{"bid": {"Ann": 0, "double": 4, "As": 0, "\u05d0\u05d1\u05d9": 2}, "tricks": {"Ann": 0, "double": 4, "As": 0, "\u05d0\u05d1\u05d9": 2}, "mad": {"double": 1}}',NULL,NULL,10,2,'2026-09-18 19:50:00.000000','tap-218');
INSERT INTO "edit" VALUES(214,18,12,'note',NULL,'{"adjust": [{"player": "Ann", "points": -1, "reason": "renege"}]}',NULL,NULL,NULL,2,'2026-09-18 19:50:00.000000','tap-219');
INSERT INTO "edit" VALUES(215,18,13,'note',NULL,'{"adjust": [{"player": "Ann", "points": -1, "reason": "renege"}, {"player": "\u05d0\u05d1\u05d9", "points": -2, "reason": "exposed a card"}]}',NULL,NULL,NULL,1,'2026-09-18 19:50:00.000000','tap-220');
INSERT INTO "edit" VALUES(216,18,14,'note',NULL,'{"adjust": [{"player": "\u05d0\u05d1\u05d9", "points": -2, "reason": "exposed a card"}]}',NULL,NULL,NULL,1,'2026-09-18 19:50:00.000000','tap-221');
INSERT INTO "edit" VALUES(217,19,1,'start',NULL,NULL,NULL,'[{"name": "As", "player_id": 3, "from_slot": 0}, {"name": "Bo & Cy", "player_id": 9, "from_slot": 0}, {"name": "Ann", "player_id": 6, "from_slot": 0}, {"name": "\u05d0\u05d1\u05d9", "player_id": 8, "from_slot": 0}]',NULL,1,'2026-09-19 19:00:00.000000','tap-223');
INSERT INTO "edit" VALUES(218,19,2,'round',1,'{"tricks": {"As": 3, "Bo & Cy": 1, "Ann": 1, "\u05d0\u05d1\u05d9": 0}, "raised_by": [], "folded": [], "reneged": []}',NULL,NULL,NULL,1,'2026-09-19 19:06:00.000000','tap-224');
INSERT INTO "edit" VALUES(219,19,3,'round',2,'{"tricks": {"As": 1, "Bo & Cy": 3, "Ann": 0, "\u05d0\u05d1\u05d9": 1}, "raised_by": ["\u05d0\u05d1\u05d9"], "folded": ["Ann"], "reneged": []}',NULL,NULL,NULL,2,'2026-09-19 19:12:00.000000','tap-225');
INSERT INTO "edit" VALUES(220,19,4,'round',3,'{"tricks": {"As": 4, "Bo & Cy": 1, "Ann": 0, "\u05d0\u05d1\u05d9": 0}, "raised_by": [], "folded": [], "reneged": [], "adjust": [{"player": "As", "points": 3, "reason": "Bo & Cy"}]}',NULL,NULL,NULL,1,'2026-09-19 19:18:00.000000','tap-226');
INSERT INTO "edit" VALUES(221,19,5,'round',4,'{"tricks": {"As": 0, "Bo & Cy": 0, "Ann": 3, "\u05d0\u05d1\u05d9": 2}, "raised_by": ["Ann"], "folded": ["As", "Bo & Cy"], "reneged": []}',NULL,NULL,NULL,2,'2026-09-19 19:24:00.000000','tap-227');
INSERT INTO "edit" VALUES(222,19,6,'round',5,'{"tricks": {"As": 1, "Bo & Cy": 1, "Ann": 2, "\u05d0\u05d1\u05d9": 1}, "raised_by": [], "folded": [], "reneged": []}',NULL,NULL,NULL,1,'2026-09-19 19:30:00.000000','tap-228');
INSERT INTO "edit" VALUES(223,19,7,'correct',1,'{"tricks": {"As": 3, "Bo & Cy": 1, "Ann": 1, "\u05d0\u05d1\u05d9": 0}, "raised_by": [], "folded": [], "reneged": [], "adjust": [{"player": "Bo & Cy", "points": 2, "reason": "renege"}]}',NULL,NULL,NULL,2,'2026-09-19 19:50:00.000000','tap-229');
INSERT INTO "edit" VALUES(224,19,8,'undo',1,'{"tricks": {"As": 3, "Bo & Cy": 1, "Ann": 1, "\u05d0\u05d1\u05d9": 0}, "raised_by": [], "folded": [], "reneged": []}',NULL,NULL,7,1,'2026-09-19 19:50:00.000000','tap-230');
INSERT INTO "edit" VALUES(225,19,9,'redo',1,'{"tricks": {"As": 3, "Bo & Cy": 1, "Ann": 1, "\u05d0\u05d1\u05d9": 0}, "raised_by": [], "folded": [], "reneged": [], "adjust": [{"player": "Bo & Cy", "points": 2, "reason": "renege"}]}',NULL,NULL,7,1,'2026-09-19 19:50:00.000000','tap-231');
INSERT INTO "edit" VALUES(226,19,10,'remove',5,NULL,NULL,NULL,NULL,1,'2026-09-19 19:50:00.000000','tap-232');
INSERT INTO "edit" VALUES(227,19,11,'seats',NULL,NULL,NULL,'[{"name": "As", "player_id": 3, "from_slot": 0}, {"name": "Fay", "player_id": 5, "from_slot": 6}, {"name": "Bo & Cy", "player_id": 9, "from_slot": 0}, {"name": "Ann", "player_id": 6, "from_slot": 0}, {"name": "\u05d0\u05d1\u05d9", "player_id": 8, "from_slot": 0}]',NULL,1,'2026-09-19 19:50:00.000000','tap-233');
INSERT INTO "edit" VALUES(228,19,12,'round',6,'{"tricks": {"As": 3, "Fay": 2, "Bo & Cy": 0, "Ann": 0, "\u05d0\u05d1\u05d9": 0}, "raised_by": ["As"], "folded": ["Bo & Cy", "Ann", "\u05d0\u05d1\u05d9"], "reneged": []}',NULL,NULL,NULL,1,'2026-09-19 19:50:00.000000','tap-234');
INSERT INTO "edit" VALUES(229,19,13,'note',NULL,'{"adjust": [{"player": "As", "points": -1, "reason": "renege"}]}',NULL,NULL,NULL,2,'2026-09-19 19:50:00.000000','tap-235');
INSERT INTO "edit" VALUES(230,19,14,'note',NULL,'{"adjust": [{"player": "As", "points": -1, "reason": "renege"}, {"player": "\u05d0\u05d1\u05d9", "points": -2, "reason": "exposed a card"}, {"player": "As", "points": -1, "reason": "renege", "field": "reneged"}]}',NULL,NULL,NULL,1,'2026-09-19 19:50:00.000000','tap-236');
INSERT INTO "edit" VALUES(231,19,15,'note',NULL,'{"adjust": [{"player": "\u05d0\u05d1\u05d9", "points": -2, "reason": "exposed a card"}, {"player": "As", "points": -1, "reason": "renege", "field": "reneged"}]}',NULL,NULL,NULL,1,'2026-09-19 19:50:00.000000','tap-237');
INSERT INTO "edit" VALUES(232,19,16,'undo',NULL,NULL,NULL,NULL,15,1,'2026-09-19 19:50:00.000000','tap-238');
INSERT INTO "edit" VALUES(233,20,1,'start',NULL,NULL,NULL,'[{"name": "Ann", "player_id": 6, "from_slot": 0}, {"name": "double", "player_id": 7, "from_slot": 0}, {"name": "As", "player_id": 3, "from_slot": 0}, {"name": "\u05d0\u05d1\u05d9", "player_id": 8, "from_slot": 0}]',NULL,1,'2026-09-20 19:00:00.000000','tap-240');
INSERT INTO "edit" VALUES(234,20,2,'round',1,'{"paid": {"Ann": 9, "double": 9, "As": 1, "\u05d0\u05d1\u05d9": 5}, "pots": [{"chips": 24, "winner": "double"}]}',NULL,NULL,NULL,1,'2026-09-20 19:06:00.000000','tap-241');
INSERT INTO "edit" VALUES(235,20,3,'round',2,'{"paid": {"Ann": 13, "double": 9, "As": 1, "\u05d0\u05d1\u05d9": 13}, "pots": [{"chips": 36, "winner": "Ann"}]}',NULL,NULL,NULL,2,'2026-09-20 19:12:00.000000','tap-242');
INSERT INTO "edit" VALUES(236,20,4,'round',3,'{"paid": {"Ann": 3, "double": 3, "As": 3, "\u05d0\u05d1\u05d9": 1}, "pots": [{"chips": 10, "winner": "double"}], "adjust": [{"player": "Ann", "points": 3, "reason": "double"}]}',NULL,NULL,NULL,1,'2026-09-20 19:18:00.000000','tap-243');
INSERT INTO "edit" VALUES(237,20,5,'round',4,'{"paid": {"Ann": 17, "double": 17, "As": 1, "\u05d0\u05d1\u05d9": 1}, "pots": [{"chips": 36, "winner": "double"}]}',NULL,NULL,NULL,2,'2026-09-20 19:24:00.000000','tap-244');
INSERT INTO "edit" VALUES(238,20,6,'round',5,'{"paid": {"Ann": 1, "double": 1, "As": 3, "\u05d0\u05d1\u05d9": 3}, "pots": [{"chips": 8, "winner": "As"}]}',NULL,NULL,NULL,1,'2026-09-20 19:30:00.000000','tap-245');
INSERT INTO "edit" VALUES(239,20,7,'correct',1,'{"paid": {"Ann": 9, "double": 9, "As": 1, "\u05d0\u05d1\u05d9": 5}, "pots": [{"chips": 24, "winner": "double"}], "adjust": [{"player": "double", "points": 2, "reason": "renege"}]}',NULL,NULL,NULL,2,'2026-09-20 19:50:00.000000','tap-246');
INSERT INTO "edit" VALUES(240,20,8,'undo',1,'{"paid": {"Ann": 9, "double": 9, "As": 1, "\u05d0\u05d1\u05d9": 5}, "pots": [{"chips": 24, "winner": "double"}]}',NULL,NULL,7,1,'2026-09-20 19:50:00.000000','tap-247');
INSERT INTO "edit" VALUES(241,20,9,'redo',1,'{"paid": {"Ann": 9, "double": 9, "As": 1, "\u05d0\u05d1\u05d9": 5}, "pots": [{"chips": 24, "winner": "double"}], "adjust": [{"player": "double", "points": 2, "reason": "renege"}]}',NULL,NULL,7,1,'2026-09-20 19:50:00.000000','tap-248');
INSERT INTO "edit" VALUES(242,20,10,'remove',5,NULL,NULL,NULL,NULL,1,'2026-09-20 19:50:00.000000','tap-249');
INSERT INTO "edit" VALUES(243,20,11,'undo',5,'{"paid": {"Ann": 1, "double": 1, "As": 3, "\u05d0\u05d1\u05d9": 3}, "pots": [{"chips": 8, "winner": "As"}]}',NULL,NULL,10,2,'2026-09-20 19:50:00.000000','tap-250');
INSERT INTO "edit" VALUES(244,20,12,'seats',NULL,NULL,NULL,'[{"name": "Ann", "player_id": 6, "from_slot": 0}, {"name": "Fay", "player_id": 5, "from_slot": 6}, {"name": "double", "player_id": 7, "from_slot": 0}, {"name": "As", "player_id": 3, "from_slot": 0}, {"name": "\u05d0\u05d1\u05d9", "player_id": 8, "from_slot": 0}]',NULL,1,'2026-09-20 19:50:00.000000','tap-251');
INSERT INTO "edit" VALUES(245,20,13,'round',6,'{"paid": {"Ann": 1, "Fay": 1, "double": 17, "As": 17, "\u05d0\u05d1\u05d9": 1}, "pots": [{"chips": 37, "winner": "double"}]}',NULL,NULL,NULL,1,'2026-09-20 19:50:00.000000','tap-252');
INSERT INTO "edit" VALUES(246,20,14,'end',NULL,NULL,1,NULL,NULL,1,'2026-09-20 19:50:00.000000','tap-253');
INSERT INTO "edit" VALUES(247,20,15,'reopen',NULL,NULL,0,NULL,NULL,1,'2026-09-20 19:50:00.000000','tap-254');
INSERT INTO "edit" VALUES(248,21,1,'start',NULL,NULL,NULL,'[{"name": "double", "player_id": 7, "from_slot": 0}, {"name": "Zo\u00eb \ud83c\udccf", "player_id": 2, "from_slot": 0}, {"name": "As", "player_id": 3, "from_slot": 0}, {"name": "Ann", "player_id": 6, "from_slot": 0}]',NULL,1,'2026-09-21 19:00:00.000000','tap-255');
INSERT INTO "edit" VALUES(249,21,2,'round',1,'{"tricks": {"double": 4, "Zo\u00eb \ud83c\udccf": 0, "As": 2, "Ann": 5}, "points": {"double": 21, "Zo\u00eb \ud83c\udccf": 0, "As": 4, "Ann": 8}, "talon": 7, "payments": [{"kind": "ace-discarded", "by": "Zo\u00eb \ud83c\udccf", "suit": "s", "other": "double"}]}',NULL,NULL,NULL,1,'2026-09-21 19:06:00.000000','tap-256');
INSERT INTO "edit" VALUES(250,21,3,'round',2,'{"espagnolette": "Ann", "tricks": {"double": 3, "Zo\u00eb \ud83c\udccf": 3, "As": 3, "Ann": 2}, "points": {"double": 10, "Zo\u00eb \ud83c\udccf": 13, "As": 12, "Ann": 5}, "talon": 0, "payments": [{"kind": "ace-discarded", "by": "Zo\u00eb \ud83c\udccf", "suit": "d", "other": "As"}]}',NULL,NULL,NULL,2,'2026-09-21 19:12:00.000000','tap-257');
INSERT INTO "edit" VALUES(251,21,4,'round',3,'{"tricks": {"double": 0, "Zo\u00eb \ud83c\udccf": 4, "As": 2, "Ann": 5}, "points": {"double": 0, "Zo\u00eb \ud83c\udccf": 7, "As": 7, "Ann": 24}, "talon": 2, "payments": [{"kind": "ace-discarded", "by": "double", "suit": "h", "other": "Ann"}, {"kind": "quinola-discarded", "by": "double", "other": "Zo\u00eb \ud83c\udccf"}, {"kind": "ace-forced", "by": "As", "suit": "s", "other": "Ann"}, {"kind": "ace-discarded", "by": "As", "suit": "d", "other": "Zo\u00eb \ud83c\udccf"}], "adjust": [{"player": "double", "points": 3, "reason": "Zo\u00eb \ud83c\udccf"}]}',NULL,NULL,NULL,1,'2026-09-21 19:18:00.000000','tap-258');
INSERT INTO "edit" VALUES(252,21,5,'round',4,'{"tricks": {"double": 1, "Zo\u00eb \ud83c\udccf": 5, "As": 2, "Ann": 3}, "points": {"double": 4, "Zo\u00eb \ud83c\udccf": 17, "As": 7, "Ann": 8}, "talon": 4, "payments": [{"kind": "ace-discarded", "by": "As", "suit": "h", "other": "Ann"}, {"kind": "ace-discarded", "by": "Ann", "suit": "c", "other": "double"}, {"kind": "ace-discarded", "by": "Zo\u00eb \ud83c\udccf", "suit": "s", "other": "Ann"}, {"kind": "quinola-discarded", "by": "Ann", "other": "double"}]}',NULL,NULL,NULL,2,'2026-09-21 19:24:00.000000','tap-259');
INSERT INTO "edit" VALUES(253,21,6,'round',5,'{"tricks": {"double": 2, "Zo\u00eb \ud83c\udccf": 3, "As": 3, "Ann": 3}, "points": {"double": 4, "Zo\u00eb \ud83c\udccf": 11, "As": 3, "Ann": 21}, "talon": 1, "payments": [{"kind": "ace-discarded", "by": "double", "suit": "h", "other": "Zo\u00eb \ud83c\udccf"}, {"kind": "ace-discarded", "by": "double", "suit": "c", "other": "Zo\u00eb \ud83c\udccf"}, {"kind": "ace-led", "by": "double", "suit": "s", "claimed": false}, {"kind": "quinola-discarded", "by": "Zo\u00eb \ud83c\udccf", "other": "double"}, {"kind": "ace-discarded", "by": "Zo\u00eb \ud83c\udccf", "suit": "d", "other": "Ann"}]}',NULL,NULL,NULL,1,'2026-09-21 19:30:00.000000','tap-260');
INSERT INTO "edit" VALUES(254,21,7,'correct',1,'{"tricks": {"double": 4, "Zo\u00eb \ud83c\udccf": 0, "As": 2, "Ann": 5}, "points": {"double": 21, "Zo\u00eb \ud83c\udccf": 0, "As": 4, "Ann": 8}, "talon": 7, "payments": [{"kind": "ace-discarded", "by": "Zo\u00eb \ud83c\udccf", "suit": "s", "other": "double"}], "adjust": [{"player": "Zo\u00eb \ud83c\udccf", "points": 2, "reason": "renege"}]}',NULL,NULL,NULL,2,'2026-09-21 19:50:00.000000','tap-261');
INSERT INTO "edit" VALUES(255,21,8,'undo',1,'{"tricks": {"double": 4, "Zo\u00eb \ud83c\udccf": 0, "As": 2, "Ann": 5}, "points": {"double": 21, "Zo\u00eb \ud83c\udccf": 0, "As": 4, "Ann": 8}, "talon": 7, "payments": [{"kind": "ace-discarded", "by": "Zo\u00eb \ud83c\udccf", "suit": "s", "other": "double"}]}',NULL,NULL,7,1,'2026-09-21 19:50:00.000000','tap-262');
INSERT INTO "edit" VALUES(256,21,9,'redo',1,'{"tricks": {"double": 4, "Zo\u00eb \ud83c\udccf": 0, "As": 2, "Ann": 5}, "points": {"double": 21, "Zo\u00eb \ud83c\udccf": 0, "As": 4, "Ann": 8}, "talon": 7, "payments": [{"kind": "ace-discarded", "by": "Zo\u00eb \ud83c\udccf", "suit": "s", "other": "double"}], "adjust": [{"player": "Zo\u00eb \ud83c\udccf", "points": 2, "reason": "renege"}]}',NULL,NULL,7,1,'2026-09-21 19:50:00.000000','tap-263');
INSERT INTO "edit" VALUES(257,21,10,'remove',5,NULL,NULL,NULL,NULL,1,'2026-09-21 19:50:00.000000','tap-264');
INSERT INTO "edit" VALUES(258,21,11,'note',NULL,'{"adjust": [{"player": "double", "points": -1, "reason": "renege"}]}',NULL,NULL,NULL,2,'2026-09-21 19:50:00.000000','tap-265');
INSERT INTO "edit" VALUES(259,21,12,'note',NULL,'{"adjust": [{"player": "double", "points": -1, "reason": "renege"}, {"player": "Ann", "points": -2, "reason": "exposed a card"}]}',NULL,NULL,NULL,1,'2026-09-21 19:50:00.000000','tap-266');
INSERT INTO "edit" VALUES(260,21,13,'note',NULL,'{"adjust": [{"player": "Ann", "points": -2, "reason": "exposed a card"}]}',NULL,NULL,NULL,1,'2026-09-21 19:50:00.000000','tap-267');
INSERT INTO "edit" VALUES(261,22,1,'start',NULL,NULL,NULL,'[{"name": "Ann", "player_id": 6, "from_slot": 0}, {"name": "double", "player_id": 7, "from_slot": 0}, {"name": "As", "player_id": 3, "from_slot": 0}, {"name": "\u05d0\u05d1\u05d9", "player_id": 8, "from_slot": 0}]',NULL,1,'2026-09-22 19:00:00.000000','tap-270');
INSERT INTO "edit" VALUES(262,22,2,'round',1,'{"winner": "Ann"}',NULL,NULL,NULL,1,'2026-09-22 19:06:00.000000','tap-271');
INSERT INTO "edit" VALUES(263,23,1,'start',NULL,NULL,NULL,'[{"name": "\u05d0\u05d1\u05d9", "player_id": 8, "from_slot": 0}, {"name": "nobody", "player_id": 1, "from_slot": 0}, {"name": "Zo\u00eb \ud83c\udccf", "player_id": 2, "from_slot": 0}, {"name": "@12", "player_id": 4, "from_slot": 0}]',NULL,1,'2026-09-23 19:00:00.000000','tap-272');
INSERT INTO "edit" VALUES(264,23,2,'round',1,'{"went_out": "The @2", "natural": {"double": 3, "The @2": 3}, "mixed": {"double": 0, "The @2": 0}, "melded": {"double": 325, "The @2": 175}, "in_hand": {"double": 30, "The @2": 135}, "red_threes": {"double": 2, "The @2": 4}}',NULL,NULL,NULL,1,'2026-09-23 19:06:00.000000','tap-273');
INSERT INTO "edit" VALUES(265,23,3,'round',2,'{"went_out": "double", "natural": {"double": 1, "The @2": 1}, "mixed": {"double": 1, "The @2": 0}, "melded": {"double": 170, "The @2": 65}, "in_hand": {"double": 190, "The @2": 10}, "red_threes": {"double": 1, "The @2": 3}}',NULL,NULL,NULL,2,'2026-09-23 19:12:00.000000','tap-274');
INSERT INTO "edit" VALUES(266,23,4,'round',3,'{"went_out": "double", "natural": {"double": 1, "The @2": 2}, "mixed": {"double": 1, "The @2": 2}, "melded": {"double": 280, "The @2": 210}, "in_hand": {"double": 135, "The @2": 145}, "red_threes": {"double": 6}, "adjust": [{"player": "double", "points": 3, "reason": "nobody"}]}',NULL,NULL,NULL,1,'2026-09-23 19:18:00.000000','tap-275');
INSERT INTO "edit" VALUES(267,23,5,'round',4,'{"went_out": null, "natural": {"double": 1, "The @2": 1}, "mixed": {"double": 1, "The @2": 0}, "melded": {"double": 315, "The @2": 175}, "in_hand": {"double": 10, "The @2": 160}, "red_threes": {"double": 1, "The @2": 3}}',NULL,NULL,NULL,2,'2026-09-23 19:24:00.000000','tap-276');
INSERT INTO "edit" VALUES(268,23,6,'round',5,'{"went_out": "double", "natural": {"double": 0, "The @2": 0}, "mixed": {"double": 2, "The @2": 0}, "melded": {"double": 135, "The @2": 420}, "in_hand": {"double": 130, "The @2": 195}, "red_threes": {"double": 2, "The @2": 4}}',NULL,NULL,NULL,1,'2026-09-23 19:30:00.000000','tap-277');
INSERT INTO "edit" VALUES(269,23,7,'correct',1,'{"went_out": "The @2", "natural": {"double": 3, "The @2": 3}, "mixed": {"double": 0, "The @2": 0}, "melded": {"double": 325, "The @2": 175}, "in_hand": {"double": 30, "The @2": 135}, "red_threes": {"double": 2, "The @2": 4}, "adjust": [{"player": "The @2", "points": 2, "reason": "renege"}]}',NULL,NULL,NULL,2,'2026-09-23 19:50:00.000000','tap-278');
INSERT INTO "edit" VALUES(270,23,8,'undo',1,'{"went_out": "The @2", "natural": {"double": 3, "The @2": 3}, "mixed": {"double": 0, "The @2": 0}, "melded": {"double": 325, "The @2": 175}, "in_hand": {"double": 30, "The @2": 135}, "red_threes": {"double": 2, "The @2": 4}}',NULL,NULL,7,1,'2026-09-23 19:50:00.000000','tap-279');
INSERT INTO "edit" VALUES(271,23,9,'redo',1,'{"went_out": "The @2", "natural": {"double": 3, "The @2": 3}, "mixed": {"double": 0, "The @2": 0}, "melded": {"double": 325, "The @2": 175}, "in_hand": {"double": 30, "The @2": 135}, "red_threes": {"double": 2, "The @2": 4}, "adjust": [{"player": "The @2", "points": 2, "reason": "renege"}]}',NULL,NULL,7,1,'2026-09-23 19:50:00.000000','tap-280');
INSERT INTO "edit" VALUES(272,23,10,'remove',5,NULL,NULL,NULL,NULL,1,'2026-09-23 19:50:00.000000','tap-281');
INSERT INTO "edit" VALUES(273,23,11,'note',NULL,'{"adjust": [{"player": "double", "points": -1, "reason": "renege"}]}',NULL,NULL,NULL,2,'2026-09-23 19:50:00.000000','tap-282');
INSERT INTO "edit" VALUES(274,23,12,'note',NULL,'{"adjust": [{"player": "double", "points": -1, "reason": "renege"}, {"player": "The @2", "points": -2, "reason": "exposed a card"}]}',NULL,NULL,NULL,1,'2026-09-23 19:50:00.000000','tap-283');
INSERT INTO "edit" VALUES(275,23,13,'note',NULL,'{"adjust": [{"player": "The @2", "points": -2, "reason": "exposed a card"}]}',NULL,NULL,NULL,1,'2026-09-23 19:50:00.000000','tap-284');
INSERT INTO "edit" VALUES(276,24,1,'start',NULL,NULL,NULL,'[{"name": "Ann", "player_id": 6, "from_slot": 0}, {"name": "double", "player_id": 7, "from_slot": 0}, {"name": "As", "player_id": 3, "from_slot": 0}, {"name": "\u05d0\u05d1\u05d9", "player_id": 8, "from_slot": 0}]',NULL,1,'2026-09-24 19:00:00.000000','tap-285');
INSERT INTO "edit" VALUES(277,24,2,'round',1,'{"sales": [{"what": "upcard", "seller": "\u05d0\u05d1\u05d9", "buyer": "double", "chips": 2}, {"what": "trump", "seller": "\u05d0\u05d1\u05d9", "buyer": "As", "chips": 2}, {"what": "face-down", "seller": "double", "buyer": "As", "chips": 1}, {"what": "face-down", "seller": "\u05d0\u05d1\u05d9", "buyer": "As", "chips": 1}], "winner": "As"}',NULL,NULL,NULL,1,'2026-09-24 19:06:00.000000','tap-286');
INSERT INTO "edit" VALUES(278,24,3,'round',2,'{"winner": "\u05d0\u05d1\u05d9"}',NULL,NULL,NULL,2,'2026-09-24 19:12:00.000000','tap-287');
INSERT INTO "edit" VALUES(279,24,4,'round',3,'{"winner": "As", "adjust": [{"player": "Ann", "points": 3, "reason": "double"}]}',NULL,NULL,NULL,1,'2026-09-24 19:18:00.000000','tap-288');
INSERT INTO "edit" VALUES(280,24,5,'round',4,'{"sales": [{"what": "trump", "seller": "\u05d0\u05d1\u05d9", "buyer": "Ann", "chips": 2}], "winner": "\u05d0\u05d1\u05d9"}',NULL,NULL,NULL,2,'2026-09-24 19:24:00.000000','tap-289');
INSERT INTO "edit" VALUES(281,24,6,'round',5,'{"sales": [{"what": "trump", "seller": "Ann", "buyer": "As", "chips": 1}], "winner": "\u05d0\u05d1\u05d9"}',NULL,NULL,NULL,1,'2026-09-24 19:30:00.000000','tap-290');
INSERT INTO "edit" VALUES(282,24,7,'correct',1,'{"sales": [{"what": "upcard", "seller": "\u05d0\u05d1\u05d9", "buyer": "double", "chips": 2}, {"what": "trump", "seller": "\u05d0\u05d1\u05d9", "buyer": "As", "chips": 2}, {"what": "face-down", "seller": "double", "buyer": "As", "chips": 1}, {"what": "face-down", "seller": "\u05d0\u05d1\u05d9", "buyer": "As", "chips": 1}], "winner": "As", "adjust": [{"player": "double", "points": 2, "reason": "renege"}]}',NULL,NULL,NULL,2,'2026-09-24 19:50:00.000000','tap-291');
INSERT INTO "edit" VALUES(283,24,8,'undo',1,'{"sales": [{"what": "upcard", "seller": "\u05d0\u05d1\u05d9", "buyer": "double", "chips": 2}, {"what": "trump", "seller": "\u05d0\u05d1\u05d9", "buyer": "As", "chips": 2}, {"what": "face-down", "seller": "double", "buyer": "As", "chips": 1}, {"what": "face-down", "seller": "\u05d0\u05d1\u05d9", "buyer": "As", "chips": 1}], "winner": "As"}',NULL,NULL,7,1,'2026-09-24 19:50:00.000000','tap-292');
INSERT INTO "edit" VALUES(284,24,9,'redo',1,'{"sales": [{"what": "upcard", "seller": "\u05d0\u05d1\u05d9", "buyer": "double", "chips": 2}, {"what": "trump", "seller": "\u05d0\u05d1\u05d9", "buyer": "As", "chips": 2}, {"what": "face-down", "seller": "double", "buyer": "As", "chips": 1}, {"what": "face-down", "seller": "\u05d0\u05d1\u05d9", "buyer": "As", "chips": 1}], "winner": "As", "adjust": [{"player": "double", "points": 2, "reason": "renege"}]}',NULL,NULL,7,1,'2026-09-24 19:50:00.000000','tap-293');
INSERT INTO "edit" VALUES(285,24,10,'remove',5,NULL,NULL,NULL,NULL,1,'2026-09-24 19:50:00.000000','tap-294');
INSERT INTO "edit" VALUES(286,24,11,'undo',5,'{"sales": [{"what": "trump", "seller": "Ann", "buyer": "As", "chips": 1}], "winner": "\u05d0\u05d1\u05d9"}',NULL,NULL,10,2,'2026-09-24 19:50:00.000000','tap-295');
INSERT INTO "edit" VALUES(287,24,12,'seats',NULL,NULL,NULL,'[{"name": "Ann", "player_id": 6, "from_slot": 0}, {"name": "Fay", "player_id": 5, "from_slot": 6}, {"name": "double", "player_id": 7, "from_slot": 0}, {"name": "As", "player_id": 3, "from_slot": 0}, {"name": "\u05d0\u05d1\u05d9", "player_id": 8, "from_slot": 0}]',NULL,1,'2026-09-24 19:50:00.000000','tap-296');
INSERT INTO "edit" VALUES(288,24,13,'round',6,'{"sales": [{"what": "face-down", "seller": "Fay", "buyer": "\u05d0\u05d1\u05d9", "chips": 1}], "winner": "double"}',NULL,NULL,NULL,1,'2026-09-24 19:50:00.000000','tap-297');
INSERT INTO "edit" VALUES(289,24,14,'end',NULL,NULL,1,NULL,NULL,1,'2026-09-24 19:50:00.000000','tap-298');
INSERT INTO "edit" VALUES(290,25,1,'start',NULL,NULL,NULL,'[{"name": "@12", "player_id": 4, "from_slot": 0}, {"name": "As", "player_id": 3, "from_slot": 0}]',NULL,1,'2026-09-25 19:00:00.000000','tap-299');
INSERT INTO "edit" VALUES(291,25,2,'round',1,'{"winner": null, "talon": {"@12": 1, "As": 1}}',NULL,NULL,NULL,1,'2026-09-25 19:06:00.000000','tap-300');
INSERT INTO "edit" VALUES(292,25,3,'round',2,'{"winner": "As", "talon": {"@12": 3, "As": 0}}',NULL,NULL,NULL,2,'2026-09-25 19:12:00.000000','tap-301');
INSERT INTO "edit" VALUES(293,25,4,'correct',1,'{"winner": null, "talon": {"@12": 1, "As": 1}, "adjust": [{"player": "As", "points": 2, "reason": "renege"}]}',NULL,NULL,NULL,2,'2026-09-25 19:50:00.000000','tap-302');
INSERT INTO "edit" VALUES(294,25,5,'undo',1,'{"winner": null, "talon": {"@12": 1, "As": 1}}',NULL,NULL,4,1,'2026-09-25 19:50:00.000000','tap-303');
INSERT INTO "edit" VALUES(295,25,6,'redo',1,'{"winner": null, "talon": {"@12": 1, "As": 1}, "adjust": [{"player": "As", "points": 2, "reason": "renege"}]}',NULL,NULL,4,1,'2026-09-25 19:50:00.000000','tap-304');
INSERT INTO "edit" VALUES(296,25,7,'remove',2,NULL,NULL,NULL,NULL,1,'2026-09-25 19:50:00.000000','tap-305');
INSERT INTO "edit" VALUES(297,26,1,'start',NULL,NULL,NULL,'[{"name": "Ann", "player_id": 6, "from_slot": 0}, {"name": "double", "player_id": 7, "from_slot": 0}, {"name": "As", "player_id": 3, "from_slot": 0}, {"name": "\u05d0\u05d1\u05d9", "player_id": 8, "from_slot": 0}]',NULL,1,'2026-09-26 19:00:00.000000','tap-306');
INSERT INTO "edit" VALUES(298,26,2,'round',1,'{"finish": "D/C/S/H", "tickets": [{"player": "Ann", "chips": 1, "bet": "exa", "horses": "D/C"}, {"player": "Ann", "chips": 1, "bet": "win", "horses": "H"}, {"player": "Ann", "chips": 1, "bet": "win", "horses": "S"}, {"player": "double", "chips": 1, "bet": "win", "horses": "D"}, {"player": "double", "chips": 1, "bet": "win", "horses": "H"}, {"player": "double", "chips": 2, "bet": "win", "horses": "C"}, {"player": "As", "chips": 1, "bet": "win", "horses": "D"}, {"player": "As", "chips": 1, "bet": "exa", "horses": "C/D"}, {"player": "\u05d0\u05d1\u05d9", "chips": 1, "bet": "win", "horses": "D"}, {"player": "\u05d0\u05d1\u05d9", "chips": 1, "bet": "exa", "horses": "H/D"}]}',NULL,NULL,NULL,1,'2026-09-26 19:06:00.000000','tap-307');
INSERT INTO "edit" VALUES(299,26,3,'round',2,'{"finish": "H/S/C/D", "tickets": [{"player": "Ann", "chips": 1, "bet": "exa", "horses": "H/S"}, {"player": "Ann", "chips": 2, "bet": "win", "horses": "D"}, {"player": "double", "chips": 1, "bet": "win", "horses": "S"}, {"player": "As", "chips": 1, "bet": "exa", "horses": "H/S"}]}',NULL,NULL,NULL,2,'2026-09-26 19:12:00.000000','tap-308');
INSERT INTO "edit" VALUES(300,26,4,'round',3,'{"finish": "C/D/H/S", "tickets": [{"player": "double", "chips": 1, "bet": "win", "horses": "C"}, {"player": "double", "chips": 1, "bet": "win", "horses": "D"}, {"player": "double", "chips": 1, "bet": "win", "horses": "H"}, {"player": "As", "chips": 1, "bet": "win", "horses": "D"}, {"player": "\u05d0\u05d1\u05d9", "chips": 1, "bet": "exa", "horses": "H/D"}, {"player": "\u05d0\u05d1\u05d9", "chips": 1, "bet": "exa", "horses": "H/D"}, {"player": "\u05d0\u05d1\u05d9", "chips": 1, "bet": "win", "horses": "H"}], "adjust": [{"player": "Ann", "points": 3, "reason": "double"}]}',NULL,NULL,NULL,1,'2026-09-26 19:18:00.000000','tap-309');
INSERT INTO "edit" VALUES(301,26,5,'round',4,'{"finish": "D/H/S/C", "tickets": [{"player": "Ann", "chips": 1, "bet": "exa", "horses": "D/H"}, {"player": "Ann", "chips": 1, "bet": "exa", "horses": "H/S"}, {"player": "As", "chips": 1, "bet": "win", "horses": "S"}, {"player": "As", "chips": 1, "bet": "win", "horses": "C"}, {"player": "\u05d0\u05d1\u05d9", "chips": 1, "bet": "win", "horses": "S"}, {"player": "\u05d0\u05d1\u05d9", "chips": 2, "bet": "sfc", "horses": "S/D/H/C"}, {"player": "\u05d0\u05d1\u05d9", "chips": 1, "bet": "exa", "horses": "C/S"}]}',NULL,NULL,NULL,2,'2026-09-26 19:24:00.000000','tap-310');
INSERT INTO "edit" VALUES(302,26,6,'round',5,'{"finish": "H/S/C/D", "tickets": [{"player": "As", "chips": 2, "bet": "exa", "horses": "D/H"}, {"player": "\u05d0\u05d1\u05d9", "chips": 2, "bet": "exa", "horses": "C/D"}]}',NULL,NULL,NULL,1,'2026-09-26 19:30:00.000000','tap-311');
INSERT INTO "edit" VALUES(303,26,7,'correct',1,'{"finish": "D/C/S/H", "tickets": [{"player": "Ann", "chips": 1, "bet": "exa", "horses": "D/C"}, {"player": "Ann", "chips": 1, "bet": "win", "horses": "H"}, {"player": "Ann", "chips": 1, "bet": "win", "horses": "S"}, {"player": "double", "chips": 1, "bet": "win", "horses": "D"}, {"player": "double", "chips": 1, "bet": "win", "horses": "H"}, {"player": "double", "chips": 2, "bet": "win", "horses": "C"}, {"player": "As", "chips": 1, "bet": "win", "horses": "D"}, {"player": "As", "chips": 1, "bet": "exa", "horses": "C/D"}, {"player": "\u05d0\u05d1\u05d9", "chips": 1, "bet": "win", "horses": "D"}, {"player": "\u05d0\u05d1\u05d9", "chips": 1, "bet": "exa", "horses": "H/D"}], "adjust": [{"player": "double", "points": 2, "reason": "renege"}]}',NULL,NULL,NULL,2,'2026-09-26 19:50:00.000000','tap-312');
INSERT INTO "edit" VALUES(304,26,8,'undo',1,'{"finish": "D/C/S/H", "tickets": [{"player": "Ann", "chips": 1, "bet": "exa", "horses": "D/C"}, {"player": "Ann", "chips": 1, "bet": "win", "horses": "H"}, {"player": "Ann", "chips": 1, "bet": "win", "horses": "S"}, {"player": "double", "chips": 1, "bet": "win", "horses": "D"}, {"player": "double", "chips": 1, "bet": "win", "horses": "H"}, {"player": "double", "chips": 2, "bet": "win", "horses": "C"}, {"player": "As", "chips": 1, "bet": "win", "horses": "D"}, {"player": "As", "chips": 1, "bet": "exa", "horses": "C/D"}, {"player": "\u05d0\u05d1\u05d9", "chips": 1, "bet": "win", "horses": "D"}, {"player": "\u05d0\u05d1\u05d9", "chips": 1, "bet": "exa", "horses": "H/D"}]}',NULL,NULL,7,1,'2026-09-26 19:50:00.000000','tap-313');
INSERT INTO "edit" VALUES(305,26,9,'redo',1,'{"finish": "D/C/S/H", "tickets": [{"player": "Ann", "chips": 1, "bet": "exa", "horses": "D/C"}, {"player": "Ann", "chips": 1, "bet": "win", "horses": "H"}, {"player": "Ann", "chips": 1, "bet": "win", "horses": "S"}, {"player": "double", "chips": 1, "bet": "win", "horses": "D"}, {"player": "double", "chips": 1, "bet": "win", "horses": "H"}, {"player": "double", "chips": 2, "bet": "win", "horses": "C"}, {"player": "As", "chips": 1, "bet": "win", "horses": "D"}, {"player": "As", "chips": 1, "bet": "exa", "horses": "C/D"}, {"player": "\u05d0\u05d1\u05d9", "chips": 1, "bet": "win", "horses": "D"}, {"player": "\u05d0\u05d1\u05d9", "chips": 1, "bet": "exa", "horses": "H/D"}], "adjust": [{"player": "double", "points": 2, "reason": "renege"}]}',NULL,NULL,7,1,'2026-09-26 19:50:00.000000','tap-314');
INSERT INTO "edit" VALUES(306,26,10,'remove',5,NULL,NULL,NULL,NULL,1,'2026-09-26 19:50:00.000000','tap-315');
INSERT INTO "edit" VALUES(307,26,11,'undo',5,'{"finish": "H/S/C/D", "tickets": [{"player": "As", "chips": 2, "bet": "exa", "horses": "D/H"}, {"player": "\u05d0\u05d1\u05d9", "chips": 2, "bet": "exa", "horses": "C/D"}]}',NULL,NULL,10,2,'2026-09-26 19:50:00.000000','tap-316');
INSERT INTO "edit" VALUES(308,26,12,'seats',NULL,NULL,NULL,'[{"name": "Ann", "player_id": 6, "from_slot": 0}, {"name": "Fay", "player_id": 5, "from_slot": 6}, {"name": "double", "player_id": 7, "from_slot": 0}, {"name": "As", "player_id": 3, "from_slot": 0}, {"name": "\u05d0\u05d1\u05d9", "player_id": 8, "from_slot": 0}]',NULL,1,'2026-09-26 19:50:00.000000','tap-317');
INSERT INTO "edit" VALUES(309,26,13,'round',6,'{"finish": "C/S/H/D", "tickets": [{"player": "Ann", "chips": 1, "bet": "exa", "horses": "C/D"}, {"player": "double", "chips": 1, "bet": "exa", "horses": "S/H"}, {"player": "As", "chips": 1, "bet": "win", "horses": "H"}, {"player": "As", "chips": 1, "bet": "sfc", "horses": "D/H/S/C"}, {"player": "\u05d0\u05d1\u05d9", "chips": 1, "bet": "exa", "horses": "C/S"}]}',NULL,NULL,NULL,1,'2026-09-26 19:50:00.000000','tap-318');
INSERT INTO "edit" VALUES(310,26,14,'note',NULL,'{"adjust": [{"player": "Ann", "points": -1, "reason": "renege"}]}',NULL,NULL,NULL,2,'2026-09-26 19:50:00.000000','tap-319');
INSERT INTO "edit" VALUES(311,26,15,'note',NULL,'{"adjust": [{"player": "Ann", "points": -1, "reason": "renege"}, {"player": "\u05d0\u05d1\u05d9", "points": -2, "reason": "exposed a card"}]}',NULL,NULL,NULL,1,'2026-09-26 19:50:00.000000','tap-320');
INSERT INTO "edit" VALUES(312,26,16,'note',NULL,'{"adjust": [{"player": "\u05d0\u05d1\u05d9", "points": -2, "reason": "exposed a card"}]}',NULL,NULL,NULL,1,'2026-09-26 19:50:00.000000','tap-321');
INSERT INTO "edit" VALUES(313,27,1,'start',NULL,NULL,NULL,'[{"name": "Bo & Cy", "player_id": 9, "from_slot": 0}, {"name": "nobody", "player_id": 1, "from_slot": 0}, {"name": "Ann", "player_id": 6, "from_slot": 0}, {"name": "As", "player_id": 3, "from_slot": 0}]',NULL,1,'2026-09-27 19:00:00.000000','tap-323');
INSERT INTO "edit" VALUES(314,27,2,'round',1,'{"winner": "nobody", "knocks": [], "folded": {}, "challenges": []}',NULL,NULL,NULL,1,'2026-09-27 19:06:00.000000','tap-324');
INSERT INTO "edit" VALUES(315,27,3,'round',2,'{"winner": "nobody", "knocks": [], "folded": {}, "challenges": []}',NULL,NULL,NULL,2,'2026-09-27 19:12:00.000000','tap-325');
INSERT INTO "edit" VALUES(316,27,4,'round',3,'{"winner": "As", "knocks": [], "folded": {}, "challenges": [], "adjust": [{"player": "Bo & Cy", "points": 3, "reason": "nobody"}]}',NULL,NULL,NULL,1,'2026-09-27 19:18:00.000000','tap-326');
INSERT INTO "edit" VALUES(317,27,5,'round',4,'{"winner": "Ann", "knocks": ["Bo & Cy"], "folded": {"nobody": 1}, "challenges": []}',NULL,NULL,NULL,2,'2026-09-27 19:24:00.000000','tap-327');
INSERT INTO "edit" VALUES(318,27,6,'round',5,'{"winner": "nobody", "knocks": ["nobody", "Bo & Cy"], "folded": {"Ann": 1, "As": 1}, "challenges": []}',NULL,NULL,NULL,1,'2026-09-27 19:30:00.000000','tap-328');
INSERT INTO "edit" VALUES(319,27,7,'correct',1,'{"winner": "nobody", "knocks": [], "folded": {}, "challenges": [], "adjust": [{"player": "nobody", "points": 2, "reason": "renege"}]}',NULL,NULL,NULL,2,'2026-09-27 19:50:00.000000','tap-329');
INSERT INTO "edit" VALUES(320,27,8,'undo',1,'{"winner": "nobody", "knocks": [], "folded": {}, "challenges": []}',NULL,NULL,7,1,'2026-09-27 19:50:00.000000','tap-330');
INSERT INTO "edit" VALUES(321,27,9,'redo',1,'{"winner": "nobody", "knocks": [], "folded": {}, "challenges": [], "adjust": [{"player": "nobody", "points": 2, "reason": "renege"}]}',NULL,NULL,7,1,'2026-09-27 19:50:00.000000','tap-331');
INSERT INTO "edit" VALUES(322,27,10,'remove',5,NULL,NULL,NULL,NULL,1,'2026-09-27 19:50:00.000000','tap-332');
INSERT INTO "edit" VALUES(323,27,11,'note',NULL,'{"adjust": [{"player": "Bo & Cy", "points": -1, "reason": "renege"}]}',NULL,NULL,NULL,2,'2026-09-27 19:50:00.000000','tap-333');
INSERT INTO "edit" VALUES(324,27,12,'note',NULL,'{"adjust": [{"player": "Bo & Cy", "points": -1, "reason": "renege"}, {"player": "As", "points": -2, "reason": "exposed a card"}]}',NULL,NULL,NULL,1,'2026-09-27 19:50:00.000000','tap-334');
INSERT INTO "edit" VALUES(325,27,13,'note',NULL,'{"adjust": [{"player": "As", "points": -2, "reason": "exposed a card"}]}',NULL,NULL,NULL,1,'2026-09-27 19:50:00.000000','tap-335');
INSERT INTO "edit" VALUES(326,28,1,'start',NULL,NULL,NULL,'[{"name": "Ann", "player_id": 6, "from_slot": 0}, {"name": "double", "player_id": 7, "from_slot": 0}, {"name": "As", "player_id": 3, "from_slot": 0}, {"name": "\u05d0\u05d1\u05d9", "player_id": 8, "from_slot": 0}]',NULL,1,'2026-09-28 19:00:00.000000','tap-337');
INSERT INTO "edit" VALUES(327,28,2,'round',1,'{"went_out": null, "melds": {"Ann": 21, "double": 9, "As": 9, "\u05d0\u05d1\u05d9": 21}, "hand": {"Ann": 38, "double": 18, "As": 21, "\u05d0\u05d1\u05d9": 38}}',NULL,NULL,NULL,1,'2026-09-28 19:06:00.000000','tap-338');
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
INSERT INTO "hand" VALUES(18,6,'{"tricks": [[{"player": "Ann", "card": "red-7"}, {"player": "double", "card": "blue-3"}]], "tap": "tap-222", "after": 5}',1,1,'2026-09-18 19:50:00.000000');
INSERT INTO "hand" VALUES(19,7,'{"tricks": [[{"player": "As", "card": "red-7"}, {"player": "Fay", "card": "blue-3"}]], "tap": "tap-239", "after": 6}',1,1,'2026-09-19 19:50:00.000000');
INSERT INTO "hand" VALUES(21,6,'{"tricks": [[{"player": "double", "card": "10h"}, {"player": "Zo\u00eb \ud83c\udccf", "card": "Kh"}]], "tap": "tap-268", "after": 5}',1,1,'2026-09-21 19:50:00.000000');
INSERT INTO "hand" VALUES(27,6,'{"tricks": [[{"player": "Bo & Cy", "card": "10h"}, {"player": "nobody", "card": "Kh"}]], "tap": "tap-336", "after": 5}',1,1,'2026-09-27 19:50:00.000000');
CREATE TABLE house_step (
	id INTEGER NOT NULL, 
	version_id INTEGER NOT NULL, 
	kind VARCHAR(10) NOT NULL, 
	names JSON NOT NULL, 
	reason VARCHAR(500) NOT NULL, 
	at DATETIME NOT NULL, 
	device_id INTEGER, 
	CONSTRAINT pk_house_step PRIMARY KEY (id), 
	CONSTRAINT fk_house_step_device_id_device FOREIGN KEY(device_id) REFERENCES device (id), 
	CONSTRAINT fk_house_step_version_id_house_version FOREIGN KEY(version_id) REFERENCES house_version (id), 
	CONSTRAINT uq_house_step_version_id_kind UNIQUE (version_id, kind)
);
INSERT INTO "house_step" VALUES(1,1,'agreed','["Ann", "double"]','','2026-09-01 19:00:00.000000',1);
CREATE TABLE house_version (
	id INTEGER NOT NULL, 
	"key" VARCHAR(24) NOT NULL, 
	club_id INTEGER NOT NULL, 
	game VARCHAR(60) NOT NULL, 
	number INTEGER NOT NULL, 
	options JSON NOT NULL, 
	amendments JSON NOT NULL, 
	note VARCHAR(500) NOT NULL, 
	holds_from VARCHAR(10) NOT NULL, 
	source VARCHAR(100) NOT NULL, 
	proposed_at DATETIME NOT NULL, 
	device_id INTEGER, 
	client_id VARCHAR(40) NOT NULL, 
	CONSTRAINT pk_house_version PRIMARY KEY (id), 
	CONSTRAINT fk_house_version_club_id_club FOREIGN KEY(club_id) REFERENCES club (id), 
	CONSTRAINT fk_house_version_device_id_device FOREIGN KEY(device_id) REFERENCES device (id), 
	CONSTRAINT uq_house_version_club_id_client_id UNIQUE (club_id, client_id), 
	CONSTRAINT uq_house_version_club_id_game_number UNIQUE (club_id, game, number), 
	CONSTRAINT uq_house_version_key UNIQUE ("key")
);
INSERT INTO "house_version" VALUES(1,'63dW5THJEGmg',1,'raise-the-stakes',1,'{"target": 25, "hand_size": 5, "max_raises": 1, "raised_tie": "nobody-pays", "renege_in_raised": "one", "variation_cards": [], "short_deck": false, "dealer_bonus": false}','[{"rule": "raise-the-stakes/play.fold", "text": "Who folds says nothing."}]','Agreed.','2026-09-01','','2026-09-01 19:00:00.000000',1,'tap-1');
CREATE TABLE membership (
	id INTEGER NOT NULL, 
	club_id INTEGER NOT NULL, 
	device_id INTEGER NOT NULL, 
	role VARCHAR(10) NOT NULL, 
	joined_at DATETIME NOT NULL, 
	revoked_at DATETIME, 
	CONSTRAINT pk_membership PRIMARY KEY (id), 
	CONSTRAINT fk_membership_club_id_club FOREIGN KEY(club_id) REFERENCES club (id), 
	CONSTRAINT fk_membership_device_id_device FOREIGN KEY(device_id) REFERENCES device (id), 
	CONSTRAINT uq_membership_club_id_device_id UNIQUE (club_id, device_id)
);
INSERT INTO "membership" VALUES(1,1,1,'organiser','2026-09-01 19:00:00.000000',NULL);
INSERT INTO "membership" VALUES(2,1,2,'scorer','2026-09-01 19:00:00.000000',NULL);
INSERT INTO "membership" VALUES(3,1,3,'viewer','2026-09-01 19:00:00.000000',NULL);
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
	totals JSON NOT NULL, 
	winners JSON NOT NULL, 
	players JSON NOT NULL, 
	rounds INTEGER NOT NULL, 
	last_at DATETIME NOT NULL, house_id INTEGER REFERENCES house_version (id), 
	CONSTRAINT pk_play PRIMARY KEY (id), 
	CONSTRAINT fk_play_club_id_club FOREIGN KEY(club_id) REFERENCES club (id), 
	CONSTRAINT fk_play_parent_id_play FOREIGN KEY(parent_id) REFERENCES play (id), 
	CONSTRAINT uq_play_club_id_client_id UNIQUE (club_id, client_id), 
	CONSTRAINT uq_play_key UNIQUE ("key")
);
INSERT INTO "play" VALUES(1,'emBFCfs9UorS',1,'ace-deuce-jack','Ace-Deuce-Jack','{"min_bet": 1, "max_bet": 0, "hands_per_bank": 1, "stack": 0, "hands": 0}','[]','@12',1,'{"kind": "point", "amount": 10, "currency": "EUR"}','2026-09-01 19:00:00.000000','tap-2',NULL,16,0,'{"nobody": 2, "Fay": 0, "Zo\u00eb \ud83c\udccf": -13, "As": 12, "@12": 4}','[]','["nobody", "Fay", "Zo\u00eb \ud83c\udccf", "As", "@12"]',5,'2026-09-01 19:50:00.000000',NULL);
INSERT INTO "play" VALUES(2,'tJJrum-8wJZy',1,'aggravation','Aggravation','{"games": 1}','[]','double',1,NULL,'2026-09-02 19:00:00.000000','tap-19',NULL,2,1,'{"Ann": 1, "double": 0}','["Ann"]','["Ann", "double"]',1,'2026-09-02 19:06:00.000000',NULL);
INSERT INTO "play" VALUES(3,'4-37LYr69Tob',1,'any-other-game','Any other game','{"name": "", "better": "high", "target": 0, "rounds": 0, "round_sum": null, "negative": true}','[]','Ann',1,NULL,'2026-09-03 19:00:00.000000','tap-21',NULL,13,0,'{"As": 3, "Zo\u00eb \ud83c\udccf": 18, "@12": 5, "Ann": 51}','[]','["As", "Zo\u00eb \ud83c\udccf", "@12", "Ann"]',4,'2026-09-03 19:50:00.000000',NULL);
INSERT INTO "play" VALUES(4,'xlouI-7uP-jj',1,'brag','Brag','{"ante": 1, "stack": 0, "hands": 0, "min_bet": 1, "max_bet": 0, "max_raise": 0, "pot_limit": false, "ace_run": "lowest"}','[]','אבי',1,'{"kind": "point", "amount": 10, "currency": "EUR"}','2026-09-04 19:00:00.000000','tap-34',NULL,15,0,'{"Ann": -5, "Fay": -1, "double": -12, "As": 18, "\u05d0\u05d1\u05d9": 5}','[]','["Ann", "Fay", "double", "As", "\u05d0\u05d1\u05d9"]',6,'2026-09-04 19:50:00.000000',NULL);
INSERT INTO "play" VALUES(5,'jXeiQRBPQZds',1,'burraco','Burraco','{"target": 2000, "target_rule": "exceed"}','["double", "The @2"]','Bo & Cy',1,NULL,'2026-09-05 19:00:00.000000','tap-49',NULL,13,0,'{"double": 638, "The @2": 1682}','[]','["double", "@12", "Zo\u00eb \ud83c\udccf", "Bo & Cy"]',4,'2026-09-05 19:50:00.000000',NULL);
INSERT INTO "play" VALUES(6,'-J5AZPHyszu3',1,'cactus','Cactus','{"deals": 1}','[]','double',1,NULL,'2026-09-06 19:00:00.000000','tap-62',NULL,2,1,'{"Ann": 0, "double": 5}','["Ann"]','["Ann", "double"]',1,'2026-09-06 19:06:00.000000',NULL);
INSERT INTO "play" VALUES(7,'La0zbnYK6ikx',1,'chicago','Chicago','{"target": 52, "no_draw_at": 46, "last_trick_points": 5, "kickers": true, "ace_low": true, "after_forfeit": "play-on"}','[]','As',1,'{"kind": "point", "amount": 10, "currency": "EUR"}','2026-09-07 19:00:00.000000','tap-65',NULL,14,0,'{"\u05d0\u05d1\u05d9": 14, "@12": 9, "Ann": 13, "As": 22}','[]','["\u05d0\u05d1\u05d9", "@12", "Ann", "As"]',4,'2026-09-07 19:50:00.000000',NULL);
INSERT INTO "play" VALUES(8,'fWyIjazgsIB5',1,'cucumber','Cucumber','{"limit": 21}','[]','אבי',1,NULL,'2026-09-08 19:00:00.000000','tap-79',NULL,12,1,'{"Ann": 20, "double": 13, "As": 12, "\u05d0\u05d1\u05d9": 10}','["\u05d0\u05d1\u05d9"]','["Ann", "double", "As", "\u05d0\u05d1\u05d9"]',5,'2026-09-08 19:50:00.000000',NULL);
INSERT INTO "play" VALUES(9,'hwWFPgdEhMpI',1,'ecarte','Écarté','{"target": 5}','[]','double',1,NULL,'2026-09-09 19:00:00.000000','tap-91',NULL,8,0,'{"Ann": 0, "double": 5}','[]','["Ann", "double"]',2,'2026-09-09 19:50:00.000000',NULL);
INSERT INTO "play" VALUES(10,'MWuX9nwl7rgy',1,'farmer','Farmer','{"ante": 1, "stack": 0, "hands": 0, "last_farm": "left"}','[]','אבי',1,'{"kind": "point", "amount": 10, "currency": "EUR"}','2026-09-10 19:00:00.000000','tap-99',NULL,15,0,'{"Ann": 18, "double": -7, "As": -7, "\u05d0\u05d1\u05d9": -3}','[]','["Ann", "double", "As", "\u05d0\u05d1\u05d9"]',5,'2026-09-10 19:50:00.000000',NULL);
INSERT INTO "play" VALUES(11,'w5txc_3Ox1t1',1,'funfzehnern','Fünfzehnern','{"hands": 0, "stack": 0}','[]','Zoë 🃏',1,NULL,'2026-09-11 19:00:00.000000','tap-114',NULL,13,0,'{"\u05d0\u05d1\u05d9": 34, "@12": -7, "nobody": -15, "Zo\u00eb \ud83c\udccf": -7}','[]','["\u05d0\u05d1\u05d9", "@12", "nobody", "Zo\u00eb \ud83c\udccf"]',4,'2026-09-11 19:50:00.000000',NULL);
INSERT INTO "play" VALUES(12,'BTwjwRFK9vvc',1,'kabu','Kabu','{"stack": 0, "final_hand": "others-pay", "hands": 0}','[]','אבי',1,NULL,'2026-09-12 19:00:00.000000','tap-128',NULL,13,0,'{"Ann": 92, "double": 27, "As": 85, "\u05d0\u05d1\u05d9": 81}','[]','["Ann", "double", "As", "\u05d0\u05d1\u05d9"]',5,'2026-09-12 19:50:00.000000',NULL);
INSERT INTO "play" VALUES(13,'00U3J67ADdB_',1,'open-face-chinese-poker','Open-Face Chinese Poker','{"unit": 1, "stack": 0, "hands": 0, "equal_rows": "legal", "pair_units": [{"a": "As", "b": "Bo & Cy", "unit": 5}]}','[]','Zoë 🃏',1,'{"kind": "point", "amount": 10, "currency": "EUR"}','2026-09-13 19:00:00.000000','tap-141',NULL,14,0,'{"As": -17, "Ann": 25, "Bo & Cy": 18, "Zo\u00eb \ud83c\udccf": -21}','[]','["As", "Ann", "Bo & Cy", "Zo\u00eb \ud83c\udccf"]',4,'2026-09-13 19:50:00.000000',NULL);
INSERT INTO "play" VALUES(14,'nVFD5ky0Gkb8',1,'pay-me','Pay Me','{"hands": 11, "first_hand": 3, "natural_wild": "natural", "ace": "low"}','[]','אבי',1,NULL,'2026-09-14 19:00:00.000000','tap-155',NULL,14,0,'{"Ann": 53, "double": 52, "As": 70, "\u05d0\u05d1\u05d9": 85}','[]','["Ann", "double", "As", "\u05d0\u05d1\u05d9"]',5,'2026-09-14 19:50:00.000000',NULL);
INSERT INTO "play" VALUES(15,'x4rN5v9BM_ws',1,'pitch','Pitch','{"target": 21, "smudge_set": 5}','["double & Ann", "Bo & Cy & nobody"]','nobody',1,NULL,'2026-09-15 19:00:00.000000','tap-169',NULL,13,0,'{"double & Ann": 12, "Bo & Cy & nobody": 3}','[]','["double", "Bo & Cy", "Ann", "nobody"]',4,'2026-09-15 19:50:00.000000',NULL);
INSERT INTO "play" VALUES(16,'rLpt_IwdAMqd',1,'polignac','Polignac','{"limit": 10}','[]','אבי',1,'{"kind": "point", "amount": 10, "currency": "EUR"}','2026-09-16 19:00:00.000000','tap-182',NULL,12,1,'{"Ann": 5, "double": 10, "As": 7, "\u05d0\u05d1\u05d9": 3}','["\u05d0\u05d1\u05d9"]','["Ann", "double", "As", "\u05d0\u05d1\u05d9"]',5,'2026-09-16 19:50:00.000000',NULL);
INSERT INTO "play" VALUES(17,'Oy8fZZBLPIf7',1,'put-and-take','Put and Take','{"doubling": false, "stack": 0, "hands": 0}','[]','אבי',1,NULL,'2026-09-17 19:00:00.000000','tap-195',NULL,13,0,'{"nobody": 4, "As": -27, "Zo\u00eb \ud83c\udccf": 27, "\u05d0\u05d1\u05d9": 1}','[]','["nobody", "As", "Zo\u00eb \ud83c\udccf", "\u05d0\u05d1\u05d9"]',4,'2026-09-17 19:50:00.000000',NULL);
INSERT INTO "play" VALUES(18,'qPERKDeEBlKD',1,'rage','Rage','{"first_hand": 10, "last_hand": 1, "hit_bonus": 10, "zero_bonus": 5, "miss_penalty": 0, "bonus_cards": 2, "mad_cards": 2}','[]','אבי',1,NULL,'2026-09-18 19:00:00.000000','tap-208',NULL,14,0,'{"Ann": 42, "double": 55, "As": 37, "\u05d0\u05d1\u05d9": 56}','[]','["Ann", "double", "As", "\u05d0\u05d1\u05d9"]',5,'2026-09-18 19:50:00.000000',NULL);
INSERT INTO "play" VALUES(19,'f6z7Lou6a9jE',1,'raise-the-stakes','Raise the Stakes','{"target": 25, "hand_size": 5, "max_raises": 1, "raised_tie": "nobody-pays", "renege_in_raised": "one", "variation_cards": [], "short_deck": false, "dealer_bonus": false}','[]','אבי',1,'{"kind": "point", "amount": 10, "currency": "EUR"}','2026-09-19 19:00:00.000000','tap-223',NULL,16,0,'{"As": 9, "Fay": -1, "Bo & Cy": 5, "Ann": 3, "\u05d0\u05d1\u05d9": -2}','[]','["As", "Fay", "Bo & Cy", "Ann", "\u05d0\u05d1\u05d9"]',5,'2026-09-19 19:50:00.000000',1);
INSERT INTO "play" VALUES(20,'ip9d3ddoIXxF',1,'razz','Razz','{"ante": 1, "bet": 2, "stack": 0, "hands": 0}','[]','אבי',1,NULL,'2026-09-20 19:00:00.000000','tap-240',NULL,15,0,'{"Ann": -5, "Fay": -1, "double": 53, "As": -18, "\u05d0\u05d1\u05d9": -24}','[]','["Ann", "Fay", "double", "As", "\u05d0\u05d1\u05d9"]',6,'2026-09-20 19:50:00.000000',NULL);
INSERT INTO "play" VALUES(21,'KNslvLc29cZN',1,'reversis','Reversis','{"stack": 100, "hands": 0, "new_pot": "next-hand", "losing_tie": "same-order"}','[]','Ann',1,NULL,'2026-09-21 19:00:00.000000','tap-255',NULL,13,0,'{"double": 129, "Zo\u00eb \ud83c\udccf": 87, "As": 85, "Ann": 104}','[]','["double", "Zo\u00eb \ud83c\udccf", "As", "Ann"]',4,'2026-09-21 19:50:00.000000',NULL);
INSERT INTO "play" VALUES(22,'OGVwArFHtA7l',1,'ristiseiska','Ristiseiska','{"games": 1}','[]','אבי',1,'{"kind": "point", "amount": 10, "currency": "EUR"}','2026-09-22 19:00:00.000000','tap-270',NULL,2,1,'{"Ann": 1, "double": 0, "As": 0, "\u05d0\u05d1\u05d9": 0}','["Ann"]','["Ann", "double", "As", "\u05d0\u05d1\u05d9"]',1,'2026-09-22 19:06:00.000000',NULL);
INSERT INTO "play" VALUES(23,'IX9h3b5Y9y2y',1,'samba','Samba','{"target": 10000, "target_rule": "reach", "minimum_rule": "reach", "naturals_needed": 1}','["double", "The @2"]','@12',1,NULL,'2026-09-23 19:00:00.000000','tap-272',NULL,13,0,'{"double": 6428, "The @2": 4277}','[]','["\u05d0\u05d1\u05d9", "nobody", "Zo\u00eb \ud83c\udccf", "@12"]',4,'2026-09-23 19:50:00.000000',NULL);
INSERT INTO "play" VALUES(24,'8E1tCZpfVf7a',1,'speculation','Speculation','{"ante": 1, "stack": 0, "hands": 0}','[]','אבי',1,NULL,'2026-09-24 19:00:00.000000','tap-285',NULL,14,1,'{"Ann": -4, "Fay": 0, "double": 0, "As": -3, "\u05d0\u05d1\u05d9": 12}','["\u05d0\u05d1\u05d9"]','["Ann", "Fay", "double", "As", "\u05d0\u05d1\u05d9"]',6,'2026-09-24 19:50:00.000000',NULL);
INSERT INTO "play" VALUES(25,'khDRsMeiELiS',1,'spite-and-malice','Spite and Malice','{"games": 1, "stock_tie": "nobody", "king_starts": true, "turn_ends": "put"}','[]','As',1,'{"kind": "point", "amount": 10, "currency": "EUR"}','2026-09-25 19:00:00.000000','tap-299',NULL,7,1,'{"@12": 0, "As": 2}','["As"]','["@12", "As"]',1,'2026-09-25 19:50:00.000000',NULL);
INSERT INTO "play" VALUES(26,'hIhbEk97aMVe',1,'superfecta','Superfecta','{"min_bet": 1, "races": 12, "stack": 0}','[]','אבי',1,NULL,'2026-09-26 19:00:00.000000','tap-306',NULL,16,0,'{"Ann": 3, "Fay": 0, "double": 5, "As": -7, "\u05d0\u05d1\u05d9": -3}','[]','["Ann", "Fay", "double", "As", "\u05d0\u05d1\u05d9"]',6,'2026-09-26 19:50:00.000000',NULL);
INSERT INTO "play" VALUES(27,'JE69qPMFY8dN',1,'toepen','Toepen','{"tokens": 10, "ending": "loser"}','[]','As',1,NULL,'2026-09-27 19:00:00.000000','tap-323',NULL,13,0,'{"Bo & Cy": 8, "nobody": 10, "Ann": 7, "As": 6}','[]','["Bo & Cy", "nobody", "Ann", "As"]',4,'2026-09-27 19:50:00.000000',NULL);
INSERT INTO "play" VALUES(28,'rOiVLeIisraY',1,'vazhushal','Vazhushal','{"games": 1}','[]','אבי',1,'{"kind": "point", "amount": 10, "currency": "EUR"}','2026-09-28 19:00:00.000000','tap-337',NULL,2,1,'{"Ann": 0, "double": 1, "As": 0, "\u05d0\u05d1\u05d9": 0}','["double"]','["Ann", "double", "As", "\u05d0\u05d1\u05d9"]',1,'2026-09-28 19:06:00.000000',NULL);
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
INSERT INTO "player" VALUES(1,1,'nobody','nobody','2026-09-01 19:00:00.000000');
INSERT INTO "player" VALUES(2,1,'Zoë 🃏','zoë 🃏','2026-09-01 19:00:00.000000');
INSERT INTO "player" VALUES(3,1,'As','as','2026-09-01 19:00:00.000000');
INSERT INTO "player" VALUES(4,1,'@12','@12','2026-09-01 19:00:00.000000');
INSERT INTO "player" VALUES(5,1,'Fay','fay','2026-09-01 19:50:00.000000');
INSERT INTO "player" VALUES(6,1,'Ann','ann','2026-09-02 19:00:00.000000');
INSERT INTO "player" VALUES(7,1,'double','double','2026-09-02 19:00:00.000000');
INSERT INTO "player" VALUES(8,1,'אבי','אבי','2026-09-04 19:00:00.000000');
INSERT INTO "player" VALUES(9,1,'Bo & Cy','bo & cy','2026-09-05 19:00:00.000000');
CREATE TABLE ruling (
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
	round_number INTEGER, 
	at DATETIME NOT NULL, 
	device_id INTEGER, 
	client_id VARCHAR(40) NOT NULL, 
	CONSTRAINT pk_ruling PRIMARY KEY (id), 
	CONSTRAINT fk_ruling_club_id_club FOREIGN KEY(club_id) REFERENCES club (id), 
	CONSTRAINT fk_ruling_device_id_device FOREIGN KEY(device_id) REFERENCES device (id), 
	CONSTRAINT fk_ruling_play_id_play FOREIGN KEY(play_id) REFERENCES play (id), 
	CONSTRAINT uq_ruling_club_id_client_id UNIQUE (club_id, client_id), 
	CONSTRAINT uq_ruling_club_id_number UNIQUE (club_id, number), 
	CONSTRAINT uq_ruling_key UNIQUE ("key")
);
INSERT INTO "ruling" VALUES(1,'V8ahWcYV3w6m',1,'ace-deuce-jack',1,'','Whose turn is it?',NULL,'[]','The one on the left.','[]','','["Ann", "As"]',1,1,'2026-09-01 19:55:00.000000',1,'tap-18');
INSERT INTO "ruling" VALUES(2,'m4v4kM1tT5ar',1,'cactus',2,'','Whose turn is it?',NULL,'[]','The one on the left.','[]','','["Ann", "As"]',6,1,'2026-09-06 19:55:00.000000',1,'tap-64');
INSERT INTO "ruling" VALUES(3,'fTkEMag45nxB',1,'funfzehnern',3,'','Whose turn is it?',NULL,'[]','The one on the left.','[]','','["Ann", "As"]',11,1,'2026-09-11 19:55:00.000000',1,'tap-127');
INSERT INTO "ruling" VALUES(4,'PHSLZQw3L4DT',1,'polignac',4,'','Whose turn is it?',NULL,'[]','The one on the left.','[]','','["Ann", "As"]',16,1,'2026-09-16 19:55:00.000000',1,'tap-194');
INSERT INTO "ruling" VALUES(5,'JQ6T_qdsjcFA',1,'reversis',5,'','Whose turn is it?',NULL,'[]','The one on the left.','[]','','["Ann", "As"]',21,1,'2026-09-21 19:55:00.000000',1,'tap-269');
INSERT INTO "ruling" VALUES(6,'o2F1sDRcmZCp',1,'superfecta',6,'','Whose turn is it?',NULL,'[]','The one on the left.','[]','','["Ann", "As"]',26,1,'2026-09-26 19:55:00.000000',1,'tap-322');
CREATE TABLE ruling_step (
	id INTEGER NOT NULL, 
	ruling_id INTEGER NOT NULL, 
	kind VARCHAR(10) NOT NULL, 
	reason VARCHAR(500) NOT NULL, 
	version_id INTEGER, 
	at DATETIME NOT NULL, 
	device_id INTEGER, 
	CONSTRAINT pk_ruling_step PRIMARY KEY (id), 
	CONSTRAINT fk_ruling_step_device_id_device FOREIGN KEY(device_id) REFERENCES device (id), 
	CONSTRAINT fk_ruling_step_ruling_id_ruling FOREIGN KEY(ruling_id) REFERENCES ruling (id), 
	CONSTRAINT fk_ruling_step_version_id_house_version FOREIGN KEY(version_id) REFERENCES house_version (id), 
	CONSTRAINT uq_ruling_step_ruling_id_kind UNIQUE (ruling_id, kind)
);
CREATE INDEX ix_membership_device_id ON membership (device_id);
CREATE INDEX ix_play_club_id_last_at ON play (club_id, last_at);
COMMIT;
