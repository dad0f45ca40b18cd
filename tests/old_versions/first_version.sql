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
INSERT INTO "club" VALUES(1,'n7QJABxwBUtK','The Thursday Table','2026-11-22 00:13:51.837832',0,0,'1acb7c6fd86db9ad91e6ac983eb7b10430033b71644c1baadf00ebf89805edaa','191829b704419759ff8c71db7e488804998fdb99086a2495d82c11a1b9dcdc24','3357bd7a60b73ee038ac5a70dcb1a03df0254fae3b675bd8e9259247a33d58a0');
INSERT INTO "club" VALUES(2,'kCJMamquu_9b','','2026-11-22 00:13:52.013187',0,0,'4efb7d853cc225e5008c545b743b662c4427c3a0eea004b929f711718583309b','f2431aadee2f0365807626ae123926943ff62502c067e49cfab4056e918b9b6a','8a1f4cfd03efd5af4b8bdedbed65347f910efe41c6682da526d8b069794105f1');
CREATE TABLE device (
	id INTEGER NOT NULL, 
	token_hash VARCHAR(64) NOT NULL, 
	label VARCHAR(40) NOT NULL, 
	created_at DATETIME NOT NULL, 
	seen_at DATETIME NOT NULL, 
	CONSTRAINT pk_device PRIMARY KEY (id), 
	CONSTRAINT uq_device_token_hash UNIQUE (token_hash)
);
INSERT INTO "device" VALUES(1,'cde71e94514b8670ccd514e7b9e265104e0868463fcbbc451fc3b4e989d34581','A device','2026-11-22 00:13:51.775387','2026-11-22 00:13:52.057849');
INSERT INTO "device" VALUES(2,'9ea6e68236b3a0609fde01d09e866f25f95911cf9c20f1fa04d6b546f1234122','A device','2026-11-22 00:13:51.890267','2026-11-22 00:13:52.105811');
INSERT INTO "device" VALUES(3,'b1b0ac5fdadbcd3874c1dcdfb786a3bcbf7e7205fcf974b43438a162f60ce85a','A device','2026-11-22 00:13:51.940942','2026-11-22 00:13:51.940946');
INSERT INTO "device" VALUES(4,'b60b50893648874a9f37cd042c050db41bdfe67a9a04ab76da07b5ca13c69ce1','A device','2026-11-22 00:13:51.987168','2026-11-22 00:13:51.987171');
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
INSERT INTO "edit" VALUES(1,1,1,'start',NULL,NULL,NULL,'[{"name": "Ann", "player_id": 1, "from_slot": 0}, {"name": "Bob", "player_id": 2, "from_slot": 0}, {"name": "Cyd", "player_id": 3, "from_slot": 0}]',NULL,2,'2026-11-22 00:13:52.318901','FrVSRYezs_-w');
INSERT INTO "edit" VALUES(2,1,2,'round',1,'{"tricks": {"Ann": 5}}',NULL,NULL,NULL,2,'2026-11-22 00:13:52.446490','tap-1');
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
INSERT INTO "membership" VALUES(1,1,1,'organiser','2026-11-22 00:13:51.847796',NULL);
INSERT INTO "membership" VALUES(2,1,2,'scorer','2026-11-22 00:13:51.915043',NULL);
INSERT INTO "membership" VALUES(3,1,3,'viewer','2026-11-22 00:13:51.970167',NULL);
INSERT INTO "membership" VALUES(4,2,4,'organiser','2026-11-22 00:13:52.014006',NULL);
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
INSERT INTO "play" VALUES(1,'5lfx77Kr30s0',1,'raise-the-stakes','Raise the Stakes','{"target": 20, "hand_size": 5, "max_raises": 1, "raised_tie": "losers-pay", "renege_in_raised": "one", "variation_cards": [], "short_deck": false, "dealer_bonus": false}','[]','Ann',1,NULL,'2026-11-22 00:13:52.318901','FrVSRYezs_-w',NULL,2,0,'{"Ann": 3, "Bob": 0, "Cyd": 0}','[]','["Ann", "Bob", "Cyd"]',1,'2026-11-22 00:13:52.446490',NULL);
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
INSERT INTO "player" VALUES(1,1,'Ann','ann','2026-11-22 00:13:52.337067');
INSERT INTO "player" VALUES(2,1,'Bob','bob','2026-11-22 00:13:52.338567');
INSERT INTO "player" VALUES(3,1,'Cyd','cyd','2026-11-22 00:13:52.339174');
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
