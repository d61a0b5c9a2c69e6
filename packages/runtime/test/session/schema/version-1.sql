-- The tables as version 1 of the schema made them, with a session and a paused run in them. Never change this file.
CREATE TABLE runa_versions (version INTEGER NOT NULL PRIMARY KEY);
INSERT INTO runa_versions (version) VALUES (1);
CREATE TABLE runa_sessions (
  session_id TEXT NOT NULL PRIMARY KEY,
  state TEXT
);
CREATE TABLE runa_items (
  session_id TEXT NOT NULL,
  position BIGINT NOT NULL,
  item TEXT NOT NULL,
  PRIMARY KEY (session_id, position)
);
CREATE TABLE runa_runs (
  run_id TEXT NOT NULL PRIMARY KEY,
  session_id TEXT NOT NULL,
  status TEXT NOT NULL,
  snapshot TEXT,
  saved_at BIGINT NOT NULL,
  fence INTEGER NOT NULL,
  owner TEXT NOT NULL,
  lease_until BIGINT NOT NULL
);
CREATE TABLE runa_claims (
  run_id TEXT NOT NULL,
  call_id TEXT NOT NULL,
  result TEXT,
  PRIMARY KEY (run_id, call_id)
);
INSERT INTO runa_sessions (session_id, state) VALUES ('s', '{"list":["milk"]}');
INSERT INTO runa_items (session_id, position, item) VALUES ('s', 1, '{"type":"user","content":"one"}');
INSERT INTO runa_items (session_id, position, item) VALUES ('s', 2, '{"type":"user","content":"two"}');
INSERT INTO runa_runs (run_id, session_id, status, snapshot, saved_at, fence, owner, lease_until)
  VALUES ('r1', 's', 'paused', '{"step":1}', 1700000000000, 1, '{}', 0);
INSERT INTO runa_claims (run_id, call_id, result)
  VALUES ('r1', 'c1', '{"type":"tool_result","callId":"c1","name":"find","text":"found","isError":false}');
