BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0015');
CREATE TABLE api_call (
	id INTEGER NOT NULL, 
	club_id INTEGER NOT NULL, 
	client_id VARCHAR(40) NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	status INTEGER, 
	answer JSON, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_api_call PRIMARY KEY (id), 
	CONSTRAINT uq_api_call_club_id_client_id UNIQUE (club_id, client_id), 
	CONSTRAINT fk_api_call_club_id_club FOREIGN KEY(club_id) REFERENCES club (id)
);
CREATE TABLE club (
	id INTEGER NOT NULL, 
	"key" VARCHAR(24) NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	created_at DATETIME NOT NULL, 
	code_generation INTEGER NOT NULL, 
	recovery_generation INTEGER NOT NULL, 
	scorer_code_hash VARCHAR(64) NOT NULL, 
	viewer_code_hash VARCHAR(64) NOT NULL, 
	recovery_hash VARCHAR(64) NOT NULL, timezone VARCHAR(64) DEFAULT '' NOT NULL, currency VARCHAR(20) DEFAULT '' NOT NULL, asks_stake BOOLEAN DEFAULT 0 NOT NULL, mark INTEGER DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_club PRIMARY KEY (id), 
	CONSTRAINT uq_club_key UNIQUE ("key"), 
	CONSTRAINT uq_club_scorer_code_hash UNIQUE (scorer_code_hash), 
	CONSTRAINT uq_club_viewer_code_hash UNIQUE (viewer_code_hash), 
	CONSTRAINT uq_club_recovery_hash UNIQUE (recovery_hash)
);
INSERT INTO "club" VALUES(1,'NmTqNFNZ3AWK','','2026-11-26 06:22:25.104838',0,0,'d2af12ea300f07171de8056188e5df004abaeb72c8b92c5a7911bbae5d6e5a9b','9cc513278c9dc3867950f7972d94fd4ebb0ebd5d003070066fd13c8502ee5dbb','a7b997ccbc05328ae624da670e5a6c2b960861e8c97bd36c6c2287202b901838','','EUR',1,30);
CREATE TABLE "day" (
	date DATE NOT NULL, 
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
INSERT INTO "device" VALUES(1,'758cf7e58bb83cf90173bee206acf2cf812cd0f52b1a33bb3645f69384a85f0b','Ann''s phone','2026-11-26 06:22:25.103458','2026-11-26 06:22:25.103463');
INSERT INTO "device" VALUES(2,'aed26bdf3a5fa1d4057a42d816f01f272695188ad7119cf881c904898e7a2444','A phone','2026-11-26 06:22:25.119246','2026-11-26 06:22:25.119248');
INSERT INTO "device" VALUES(3,'38d16b7b791a167b5eade6d955b294347ff10285ac5d5b64b4697f211f2e8115','A phone','2026-11-26 06:22:25.121590','2026-11-26 06:22:25.121591');
CREATE TABLE draft (
	play_id INTEGER NOT NULL, 
	slot INTEGER NOT NULL, 
	data JSON NOT NULL, 
	locked BOOLEAN NOT NULL, 
	device_id INTEGER, 
	at DATETIME NOT NULL, cards JSON, later JSON, cards_mark INTEGER DEFAULT '0' NOT NULL, cards_tap VARCHAR(40), sealed JSON, 
	CONSTRAINT pk_draft PRIMARY KEY (play_id), 
	CONSTRAINT fk_draft_play_id_play FOREIGN KEY(play_id) REFERENCES play (id), 
	CONSTRAINT fk_draft_device_id_device FOREIGN KEY(device_id) REFERENCES device (id)
);
CREATE TABLE earlier_part (
	play_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	player_id INTEGER NOT NULL, 
	before_slot INTEGER NOT NULL, 
	won BOOLEAN NOT NULL, 
	rounds INTEGER NOT NULL, 
	high_round BIGINT, 
	high_in INTEGER, 
	low_round BIGINT, 
	low_in INTEGER, 
	bids INTEGER NOT NULL, 
	made INTEGER NOT NULL, 
	penalties INTEGER NOT NULL, 
	penalty_points BIGINT NOT NULL, 
	CONSTRAINT pk_earlier_part PRIMARY KEY (play_id, seat, player_id), 
	CONSTRAINT fk_earlier_part_play_id_play FOREIGN KEY(play_id) REFERENCES play (id), 
	CONSTRAINT fk_earlier_part_player_id_player FOREIGN KEY(player_id) REFERENCES player (id)
);
CREATE TABLE edit (
	id INTEGER NOT NULL, 
	play_id INTEGER NOT NULL, 
	revision INTEGER NOT NULL, 
	kind VARCHAR(10) NOT NULL, 
	slot INTEGER, 
	undoes INTEGER, 
	entry JSON, 
	seats JSON, 
	ended BOOLEAN, 
	device_id INTEGER, 
	at DATETIME NOT NULL, 
	client_id VARCHAR(40) NOT NULL, 
	rules_version INTEGER DEFAULT '1' NOT NULL, 
	cards JSON, 
	note JSON, 
	about JSON, 
	outcome JSON, player_id INTEGER REFERENCES player (id), 
	CONSTRAINT pk_edit PRIMARY KEY (id), 
	CONSTRAINT ck_edit_kind CHECK (kind IN ('start', 'round', 'correct', 'remove', 'end', 'reopen', 'seats', 'note', 'undo', 'redo', 'about', 'totals')), 
	CONSTRAINT uq_edit_play_id_client_id UNIQUE (play_id, client_id), 
	CONSTRAINT uq_edit_play_id_revision UNIQUE (play_id, revision), 
	CONSTRAINT fk_edit_play_id_play FOREIGN KEY(play_id) REFERENCES play (id), 
	CONSTRAINT fk_edit_device_id_device FOREIGN KEY(device_id) REFERENCES device (id)
);
INSERT INTO "edit" VALUES(1,1,1,'start',NULL,NULL,NULL,'[{"player_id": 1, "from_slot": 0}, {"player_id": 2, "from_slot": 0}, {"player_id": 3, "from_slot": 0}]',NULL,2,'2026-11-12 20:00:00.000000','tap-1',1,NULL,NULL,'{"night": 1}',NULL,NULL);
INSERT INTO "edit" VALUES(2,1,2,'round',1,NULL,'{"tricks": {"@1": 5, "@2": 0, "@3": 0}}',NULL,NULL,2,'2026-11-12 20:30:00.000000','tap-2',1,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "edit" VALUES(3,1,3,'end',NULL,NULL,NULL,NULL,1,2,'2026-11-12 20:30:00.000000','tap-3',1,NULL,NULL,NULL,'{"version": 1, "totals": {"@1": 3, "@2": 0, "@3": 0}, "places": {"@1": 1, "@2": 2, "@3": 2}, "winners": ["@1"]}',NULL);
INSERT INTO "edit" VALUES(4,2,1,'start',NULL,NULL,NULL,'[{"player_id": 1, "from_slot": 0}, {"player_id": 2, "from_slot": 0}, {"player_id": 4, "from_slot": 0}]',NULL,2,'2026-11-12 21:00:00.000000','tap-4',1,NULL,NULL,'{"night": 1}',NULL,NULL);
INSERT INTO "edit" VALUES(5,2,2,'round',1,NULL,'{"tricks": {"@1": 5, "@2": 0, "@4": 0}}',NULL,NULL,2,'2026-11-12 21:30:00.000000','tap-5',1,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "edit" VALUES(6,2,3,'end',NULL,NULL,NULL,NULL,1,2,'2026-11-12 21:30:00.000000','tap-6',1,NULL,NULL,NULL,'{"version": 1, "totals": {"@1": 3, "@2": 0, "@4": 0}, "places": {"@1": 1, "@2": 2, "@4": 2}, "winners": ["@1"]}',NULL);
INSERT INTO "edit" VALUES(7,3,1,'start',NULL,NULL,NULL,'[{"player_id": 5, "from_slot": 0}, {"player_id": 6, "from_slot": 0}, {"player_id": 7, "from_slot": 0}]',NULL,2,'2026-11-14 20:00:00.000000','tap-7',1,NULL,NULL,'{"night": 2}',NULL,NULL);
INSERT INTO "edit" VALUES(8,3,2,'round',1,NULL,'{"tricks": {"@5": 5, "@6": 0, "@7": 0}}',NULL,NULL,2,'2026-11-14 20:30:00.000000','tap-8',1,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "edit" VALUES(9,3,3,'end',NULL,NULL,NULL,NULL,1,2,'2026-11-14 20:30:00.000000','tap-9',1,NULL,NULL,NULL,'{"version": 1, "totals": {"@5": 3, "@6": 0, "@7": 0}, "places": {"@5": 1, "@6": 2, "@7": 2}, "winners": ["@5"]}',NULL);
INSERT INTO "edit" VALUES(10,1,4,'about',NULL,NULL,NULL,NULL,NULL,2,'2026-11-26 06:22:25.211584','tap-10',1,NULL,NULL,'{"stake": {"kind": "fixed", "amount": 100, "currency": "EUR"}}','{"version": 1, "totals": {"@1": 3, "@2": 0, "@3": 0}, "places": {"@1": 1, "@2": 2, "@3": 2}, "winners": ["@1"]}',NULL);
INSERT INTO "edit" VALUES(11,2,4,'about',NULL,NULL,NULL,NULL,NULL,2,'2026-11-26 06:22:25.219129','tap-11',1,NULL,NULL,'{"stake": {"kind": "fixed", "amount": 100, "currency": "EUR"}}','{"version": 1, "totals": {"@1": 3, "@2": 0, "@4": 0}, "places": {"@1": 1, "@2": 2, "@4": 2}, "winners": ["@1"]}',NULL);
INSERT INTO "edit" VALUES(12,2,5,'about',NULL,NULL,NULL,NULL,NULL,2,'2026-11-26 06:22:25.261439','tap-14',1,NULL,NULL,'{"night": 2}','{"version": 1, "totals": {"@1": 3, "@2": 0, "@4": 0}, "places": {"@1": 1, "@2": 2, "@4": 2}, "winners": ["@1"]}',NULL);
INSERT INTO "edit" VALUES(13,2,6,'about',NULL,NULL,NULL,NULL,NULL,2,'2026-11-26 06:22:25.279177','tap-15',1,NULL,NULL,'{"night": 3}','{"version": 1, "totals": {"@1": 3, "@2": 0, "@4": 0}, "places": {"@1": 1, "@2": 2, "@4": 2}, "winners": ["@1"]}',NULL);
CREATE TABLE erasure (
	id INTEGER NOT NULL, 
	club_id INTEGER NOT NULL, 
	what VARCHAR(10) NOT NULL, 
	at DATETIME NOT NULL, 
	open BOOLEAN NOT NULL, 
	CONSTRAINT pk_erasure PRIMARY KEY (id), 
	CONSTRAINT ck_erasure_what CHECK (what IN ('club', 'name'))
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
	CONSTRAINT ck_house_step_kind CHECK (kind IN ('agreed', 'withdrawn')), 
	CONSTRAINT uq_house_step_version_id_kind UNIQUE (version_id, kind), 
	CONSTRAINT fk_house_step_version_id_house_version FOREIGN KEY(version_id) REFERENCES house_version (id), 
	CONSTRAINT fk_house_step_device_id_device FOREIGN KEY(device_id) REFERENCES device (id)
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
	holds_from DATE NOT NULL, 
	source VARCHAR(100) NOT NULL, 
	proposed_at DATETIME NOT NULL, 
	device_id INTEGER, 
	client_id VARCHAR(40) NOT NULL, 
	rules_version INTEGER DEFAULT '1' NOT NULL, 
	CONSTRAINT pk_house_version PRIMARY KEY (id), 
	CONSTRAINT uq_house_version_club_id_client_id UNIQUE (club_id, client_id), 
	CONSTRAINT uq_house_version_club_id_game_number UNIQUE (club_id, game, number), 
	CONSTRAINT uq_house_version_key UNIQUE ("key"), 
	CONSTRAINT fk_house_version_club_id_club FOREIGN KEY(club_id) REFERENCES club (id), 
	CONSTRAINT fk_house_version_device_id_device FOREIGN KEY(device_id) REFERENCES device (id)
);
CREATE TABLE key_mark (
	id INTEGER NOT NULL, 
	mark VARCHAR(8) NOT NULL, 
	CONSTRAINT pk_key_mark PRIMARY KEY (id), 
	CONSTRAINT ck_key_mark_only CHECK (id = 1)
);
INSERT INTO "key_mark" VALUES(1,'9bd3f0c9');
CREATE TABLE "membership" (
	id INTEGER NOT NULL, 
	club_id INTEGER NOT NULL, 
	device_id INTEGER NOT NULL, 
	role VARCHAR(10) NOT NULL, 
	joined_at DATETIME NOT NULL, 
	revoked_at DATETIME, label VARCHAR(40) DEFAULT '' NOT NULL, asked BOOLEAN DEFAULT 0 NOT NULL, player_id INTEGER REFERENCES player (id), is_program BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_membership PRIMARY KEY (id), 
	CONSTRAINT fk_membership_club_id_club FOREIGN KEY(club_id) REFERENCES club (id), 
	CONSTRAINT fk_membership_device_id_device FOREIGN KEY(device_id) REFERENCES device (id), 
	CONSTRAINT uq_membership_club_id_device_id UNIQUE (club_id, device_id), 
	CONSTRAINT ck_membership_role CHECK (role IN ('organiser', 'scorer', 'viewer'))
);
INSERT INTO "membership" VALUES(1,1,1,'organiser','2026-11-26 06:22:25.111345',NULL,'',0,NULL,0);
INSERT INTO "membership" VALUES(2,1,2,'scorer','2026-11-26 06:22:25.121139',NULL,'',0,NULL,0);
INSERT INTO "membership" VALUES(3,1,3,'viewer','2026-11-26 06:22:25.127143',NULL,'',0,NULL,0);
CREATE TABLE night (
	id INTEGER NOT NULL, 
	"key" VARCHAR(24) NOT NULL, 
	club_id INTEGER NOT NULL, 
	began_at DATETIME NOT NULL, 
	dated DATE, 
	name VARCHAR(60) DEFAULT '' NOT NULL, 
	place VARCHAR(60) DEFAULT '' NOT NULL, 
	notes VARCHAR(2000) DEFAULT '' NOT NULL, 
	present JSON NOT NULL, 
	share_hash VARCHAR(64), 
	CONSTRAINT pk_night PRIMARY KEY (id), 
	CONSTRAINT uq_night_key UNIQUE ("key"), 
	CONSTRAINT fk_night_club_id_club FOREIGN KEY(club_id) REFERENCES club (id), 
	CONSTRAINT uq_night_share_hash UNIQUE (share_hash)
);
INSERT INTO "night" VALUES(1,'gjqe-w9ozIdj',1,'2026-11-12 20:00:00.000000',NULL,'Ours, at last','Bob’s','Rain.
@1','[8]','e395b735e8e43bce65b9f857f4837ac91762812ace4a50cffe27a9e15b3052cc');
INSERT INTO "night" VALUES(2,'30PXCK93Rzki',1,'2026-11-14 20:00:00.000000',NULL,'','','','[]',NULL);
INSERT INTO "night" VALUES(3,'dLcsviTwmYRg',1,'2026-11-12 21:00:00.000000',NULL,'','','','[]',NULL);
CREATE TABLE night_step (
	id INTEGER NOT NULL, 
	"key" VARCHAR(24) NOT NULL, 
	club_id INTEGER NOT NULL, 
	night_id INTEGER, 
	kind VARCHAR(10) NOT NULL, 
	data JSON NOT NULL, 
	undoes INTEGER, 
	at DATETIME NOT NULL, 
	device_id INTEGER, 
	player_id INTEGER, 
	client_id VARCHAR(40) NOT NULL, 
	CONSTRAINT pk_night_step PRIMARY KEY (id), 
	CONSTRAINT ck_night_step_kind CHECK (kind IN ('told', 'paid', 'carried', 'kitty', 'back')), 
	CONSTRAINT uq_night_step_club_id_client_id UNIQUE (club_id, client_id), 
	CONSTRAINT uq_night_step_key UNIQUE ("key"), 
	CONSTRAINT fk_night_step_club_id_club FOREIGN KEY(club_id) REFERENCES club (id), 
	CONSTRAINT fk_night_step_night_id_night FOREIGN KEY(night_id) REFERENCES night (id), 
	CONSTRAINT fk_night_step_undoes_night_step FOREIGN KEY(undoes) REFERENCES night_step (id), 
	CONSTRAINT fk_night_step_device_id_device FOREIGN KEY(device_id) REFERENCES device (id), 
	CONSTRAINT fk_night_step_player_id_player FOREIGN KEY(player_id) REFERENCES player (id)
);
INSERT INTO "night_step" VALUES(1,'D2yzFlfv3b79',1,1,'told','{"name": "Ours, at last", "place": "Bob\u2019s", "notes": "Rain.\n@1", "present": [8]}',NULL,'2026-11-26 06:22:25.242601',2,NULL,'tap-12');
INSERT INTO "night_step" VALUES(2,'39rhtO9pmurc',1,1,'told','{"shared": "46a6fa76"}',NULL,'2026-11-26 06:22:25.251745',2,NULL,'tap-13');
INSERT INTO "night_step" VALUES(3,'RhAWEKgzpgWv',1,2,'told','{"came": {"2": 1}}',NULL,'2026-11-26 06:22:25.259471',2,NULL,'tap-14');
INSERT INTO "night_step" VALUES(4,'_yM7P7w18vAc',1,3,'told','{"came": {"2": 2}}',NULL,'2026-11-26 06:22:25.273818',2,NULL,'tap-15');
INSERT INTO "night_step" VALUES(5,'FQXusxb3Q7kX',1,1,'paid','{"from": 2, "to": 1, "amount": 60, "currency": "EUR", "at": "2026-11-26T06:22:25.286570+00:00"}',NULL,'2026-11-26 06:22:25.296220',2,NULL,'tap-16');
INSERT INTO "night_step" VALUES(6,'2zXJ1qZ4I1zC',1,1,'back','{}',5,'2026-11-26 06:22:25.298049',2,NULL,'tap-17');
INSERT INTO "night_step" VALUES(7,'TrF3fg7-Nnqr',1,1,'paid','{"from": 3, "to": "kitty", "amount": 30, "currency": "EUR", "at": "2026-11-26T06:22:25.302402+00:00"}',NULL,'2026-11-26 06:22:25.305074',2,NULL,'tap-18');
INSERT INTO "night_step" VALUES(8,'DJ1WApnkKu-6',1,1,'carried','{"open": [{"currency": "EUR", "who": 1, "amount": 200}, {"currency": "EUR", "who": 2, "amount": -100}, {"currency": "EUR", "who": 3, "amount": -70}, {"currency": "EUR", "who": "kitty", "amount": -30}], "to": 3}',NULL,'2026-11-26 06:22:25.312544',2,NULL,'tap-19');
INSERT INTO "night_step" VALUES(9,'ti0__VXKKP1K',1,NULL,'kitty','{"from": 1, "to": "kitty", "amount": 500, "currency": "EUR", "reason": "", "at": "2026-11-26T06:22:25.312824+00:00"}',NULL,'2026-11-26 06:22:25.318757',2,NULL,'tap-20');
CREATE TABLE part (
	play_id INTEGER NOT NULL, 
	player_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	side INTEGER, 
	total BIGINT NOT NULL, 
	place INTEGER NOT NULL, 
	won BOOLEAN NOT NULL, 
	dealt_first BOOLEAN NOT NULL, 
	rounds INTEGER NOT NULL, high_round BIGINT, high_in INTEGER, low_round BIGINT, low_in INTEGER, bids INTEGER DEFAULT 0 NOT NULL, made INTEGER DEFAULT 0 NOT NULL, penalties INTEGER DEFAULT 0 NOT NULL, penalty_points BIGINT DEFAULT 0 NOT NULL, balance BIGINT DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_part PRIMARY KEY (play_id, player_id), 
	CONSTRAINT fk_part_play_id_play FOREIGN KEY(play_id) REFERENCES play (id), 
	CONSTRAINT fk_part_player_id_player FOREIGN KEY(player_id) REFERENCES player (id)
);
INSERT INTO "part" VALUES(1,1,0,NULL,3,1,1,1,1,3,1,3,1,0,0,0,0,200);
INSERT INTO "part" VALUES(1,2,1,NULL,0,2,0,0,1,0,1,0,1,0,0,0,0,-100);
INSERT INTO "part" VALUES(1,3,2,NULL,0,2,0,0,1,0,1,0,1,0,0,0,0,-100);
INSERT INTO "part" VALUES(2,1,0,NULL,3,1,1,1,1,3,1,3,1,0,0,0,0,200);
INSERT INTO "part" VALUES(2,2,1,NULL,0,2,0,0,1,0,1,0,1,0,0,0,0,-100);
INSERT INTO "part" VALUES(2,4,2,NULL,0,2,0,0,1,0,1,0,1,0,0,0,0,-100);
INSERT INTO "part" VALUES(3,5,0,NULL,3,1,1,1,1,3,1,3,1,0,0,0,0,0);
INSERT INTO "part" VALUES(3,6,1,NULL,0,2,0,0,1,0,1,0,1,0,0,0,0,0);
INSERT INTO "part" VALUES(3,7,2,NULL,0,2,0,0,1,0,1,0,1,0,0,0,0,0);
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
	last_at DATETIME NOT NULL, mark INTEGER DEFAULT '0' NOT NULL, sheet_mark INTEGER DEFAULT '0' NOT NULL, night_id INTEGER REFERENCES night (id), played_at DATETIME DEFAULT '2000-01-01 00:00:00' NOT NULL, until DATETIME DEFAULT '2000-01-01 00:00:00' NOT NULL, is_later BOOLEAN DEFAULT 0 NOT NULL, is_discarded BOOLEAN DEFAULT 0 NOT NULL, is_left_out BOOLEAN DEFAULT 0 NOT NULL, counts BOOLEAN DEFAULT 0 NOT NULL, turned_last BOOLEAN DEFAULT 0 NOT NULL, currency VARCHAR(20) DEFAULT '' NOT NULL, kitty BIGINT DEFAULT 0 NOT NULL, club_mark INTEGER DEFAULT 0 NOT NULL, house_id INTEGER REFERENCES house_version (id), 
	CONSTRAINT pk_play PRIMARY KEY (id), 
	CONSTRAINT uq_play_club_id_client_id UNIQUE (club_id, client_id), 
	CONSTRAINT uq_play_key UNIQUE ("key"), 
	CONSTRAINT fk_play_club_id_club FOREIGN KEY(club_id) REFERENCES club (id), 
	CONSTRAINT fk_play_parent_id_play FOREIGN KEY(parent_id) REFERENCES play (id)
);
INSERT INTO "play" VALUES(1,'MD8qims3Re_2',1,'raise-the-stakes','Raise the Stakes','{"target": 20, "hand_size": 5, "max_raises": 1, "raised_tie": "losers-pay", "renege_in_raised": "one", "variation_cards": [], "short_deck": false, "dealer_bonus": false}','[]','@1',1,NULL,'2026-11-12 20:00:00.000000','tap-1',NULL,4,1,1,'2026-11-26 06:22:25.211584',8,8,1,'2026-11-12 20:00:00.000000','2026-11-12 20:30:00.000000',0,0,0,1,0,'EUR',0,12,NULL);
INSERT INTO "play" VALUES(2,'mxVs-GjKVRZ0',1,'raise-the-stakes','Raise the Stakes','{"target": 20, "hand_size": 5, "max_raises": 1, "raised_tie": "losers-pay", "renege_in_raised": "one", "variation_cards": [], "short_deck": false, "dealer_bonus": false}','[]','@1',1,NULL,'2026-11-12 21:00:00.000000','tap-4',NULL,6,1,1,'2026-11-26 06:22:25.279177',10,10,3,'2026-11-12 21:00:00.000000','2026-11-12 21:30:00.000000',0,0,0,1,0,'EUR',0,20,NULL);
INSERT INTO "play" VALUES(3,'G2fsI93WCxRP',1,'raise-the-stakes','Raise the Stakes','{"target": 20, "hand_size": 5, "max_raises": 1, "raised_tie": "losers-pay", "renege_in_raised": "one", "variation_cards": [], "short_deck": false, "dealer_bonus": false}','[]','@5',1,NULL,'2026-11-14 20:00:00.000000','tap-7',NULL,3,1,1,'2026-11-14 20:30:00.000000',7,7,2,'2026-11-14 20:00:00.000000','2026-11-14 20:30:00.000000',0,0,0,1,0,'',0,11,NULL);
CREATE TABLE player (
	id INTEGER NOT NULL, 
	club_id INTEGER NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	name_key VARCHAR(120) NOT NULL, 
	created_at DATETIME NOT NULL, merged_into_id INTEGER REFERENCES player (id), is_hidden BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_player PRIMARY KEY (id), 
	CONSTRAINT uq_player_club_id_name_key UNIQUE (club_id, name_key), 
	CONSTRAINT fk_player_club_id_club FOREIGN KEY(club_id) REFERENCES club (id)
);
INSERT INTO "player" VALUES(1,1,'Ann','ann','2026-11-12 20:00:00.000000',NULL,0);
INSERT INTO "player" VALUES(2,1,'Bob','bob','2026-11-12 20:00:00.000000',NULL,0);
INSERT INTO "player" VALUES(3,1,'Cyd','cyd','2026-11-12 20:00:00.000000',NULL,0);
INSERT INTO "player" VALUES(4,1,'Dee','dee','2026-11-12 21:00:00.000000',NULL,0);
INSERT INTO "player" VALUES(5,1,'Evelyn','evelyn','2026-11-14 20:00:00.000000',NULL,0);
INSERT INTO "player" VALUES(6,1,'Fay','fay','2026-11-14 20:00:00.000000',NULL,0);
INSERT INTO "player" VALUES(7,1,'Gus','gus','2026-11-14 20:00:00.000000',3,0);
INSERT INTO "player" VALUES(8,1,'Zoe','zoe','2026-11-26 06:22:25.236555',NULL,1);
CREATE TABLE player_step (
	id INTEGER NOT NULL, 
	club_id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	kind VARCHAR(10) NOT NULL, 
	data JSON NOT NULL, 
	at DATETIME NOT NULL, 
	device_id INTEGER, 
	player_id INTEGER, 
	client_id VARCHAR(40) NOT NULL, 
	CONSTRAINT pk_player_step PRIMARY KEY (id), 
	CONSTRAINT ck_player_step_kind CHECK (kind IN ('named', 'merged', 'parted', 'hidden', 'shown')), 
	CONSTRAINT uq_player_step_club_id_client_id UNIQUE (club_id, client_id), 
	CONSTRAINT fk_player_step_club_id_club FOREIGN KEY(club_id) REFERENCES club (id), 
	CONSTRAINT fk_player_step_person_id_player FOREIGN KEY(person_id) REFERENCES player (id), 
	CONSTRAINT fk_player_step_device_id_device FOREIGN KEY(device_id) REFERENCES device (id), 
	CONSTRAINT fk_player_step_player_id_player FOREIGN KEY(player_id) REFERENCES player (id)
);
INSERT INTO "player_step" VALUES(1,1,6,'merged','{"into": 2, "also": []}','2026-11-26 06:22:25.326817',2,NULL,'tap-21');
INSERT INTO "player_step" VALUES(2,1,6,'parted','{"from": 2, "also": []}','2026-11-26 06:22:25.335164',2,NULL,'tap-23');
INSERT INTO "player_step" VALUES(3,1,7,'merged','{"into": 3, "also": []}','2026-11-26 06:22:25.337182',2,NULL,'tap-24');
INSERT INTO "player_step" VALUES(4,1,5,'named','{"from": "Eve", "to": "Evelyn"}','2026-11-26 06:22:25.342773',2,NULL,'tap-25');
INSERT INTO "player_step" VALUES(5,1,8,'hidden','{}','2026-11-26 06:22:25.344005',2,NULL,'tap-26');
CREATE TABLE ruling (
	id INTEGER NOT NULL, 
	"key" VARCHAR(24) NOT NULL, 
	club_id INTEGER NOT NULL, 
	game VARCHAR(60) NOT NULL, 
	situation VARCHAR(60) NOT NULL, 
	number INTEGER NOT NULL, 
	question VARCHAR(300) NOT NULL, 
	decision VARCHAR(1000) NOT NULL, 
	basis VARCHAR(10) NOT NULL, 
	told JSON NOT NULL, 
	rules JSON NOT NULL, 
	agreed_by JSON NOT NULL, 
	facts JSON, 
	play_id INTEGER, 
	at DATETIME NOT NULL, 
	device_id INTEGER, 
	client_id VARCHAR(40) NOT NULL, 
	slot INTEGER, player_id INTEGER REFERENCES player (id), 
	CONSTRAINT pk_ruling PRIMARY KEY (id), 
	CONSTRAINT ck_ruling_basis CHECK (basis IN ('', 'book', 'house', 'open')), 
	CONSTRAINT uq_ruling_club_id_client_id UNIQUE (club_id, client_id), 
	CONSTRAINT uq_ruling_club_id_number UNIQUE (club_id, number), 
	CONSTRAINT uq_ruling_key UNIQUE ("key"), 
	CONSTRAINT fk_ruling_club_id_club FOREIGN KEY(club_id) REFERENCES club (id), 
	CONSTRAINT fk_ruling_play_id_play FOREIGN KEY(play_id) REFERENCES play (id), 
	CONSTRAINT fk_ruling_device_id_device FOREIGN KEY(device_id) REFERENCES device (id)
);
CREATE TABLE ruling_step (
	id INTEGER NOT NULL, 
	ruling_id INTEGER NOT NULL, 
	kind VARCHAR(10) NOT NULL, 
	reason VARCHAR(500) NOT NULL, 
	version_id INTEGER, 
	at DATETIME NOT NULL, 
	device_id INTEGER, player_id INTEGER REFERENCES player (id), 
	CONSTRAINT pk_ruling_step PRIMARY KEY (id), 
	CONSTRAINT ck_ruling_step_kind CHECK (kind IN ('withdrawn', 'promoted')), 
	CONSTRAINT fk_ruling_step_ruling_id_ruling FOREIGN KEY(ruling_id) REFERENCES ruling (id), 
	CONSTRAINT fk_ruling_step_version_id_house_version FOREIGN KEY(version_id) REFERENCES house_version (id), 
	CONSTRAINT fk_ruling_step_device_id_device FOREIGN KEY(device_id) REFERENCES device (id)
);
CREATE TABLE screen (
	id INTEGER NOT NULL, 
	club_id INTEGER NOT NULL, 
	play_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	code_hash VARCHAR(64) NOT NULL, 
	made_at DATETIME NOT NULL, 
	taken_back_at DATETIME, 
	CONSTRAINT pk_screen PRIMARY KEY (id), 
	CONSTRAINT uq_screen_play_id_number UNIQUE (play_id, number), 
	CONSTRAINT fk_screen_club_id_club FOREIGN KEY(club_id) REFERENCES club (id), 
	CONSTRAINT fk_screen_play_id_play FOREIGN KEY(play_id) REFERENCES play (id), 
	CONSTRAINT uq_screen_code_hash UNIQUE (code_hash)
);
COMMIT;
