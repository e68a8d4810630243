// The tables of the trials' database. `PRAGMA user_version` holds the version; each step brings a database of
// the version before it up to date, so a step that was published is never changed.

export const STEPS: readonly string[] = [
  `
  CREATE TABLE kernel (
    id INTEGER PRIMARY KEY,
    identity TEXT NOT NULL UNIQUE, -- hash of what the base configuration runs
    name TEXT NOT NULL,
    launch TEXT NOT NULL
  );
  CREATE TABLE device (
    id INTEGER PRIMARY KEY,
    evaluator TEXT NOT NULL, -- hardware, model or replay
    device TEXT NOT NULL,
    driver TEXT NOT NULL,
    UNIQUE (evaluator, device, driver)
  );
  CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    kernel INTEGER NOT NULL REFERENCES kernel (id),
    device INTEGER NOT NULL REFERENCES device (id),
    seed INTEGER NOT NULL,
    objective TEXT NOT NULL,
    parameters TEXT NOT NULL, -- JSON: what varied
    started TEXT NOT NULL,
    seconds REAL NOT NULL DEFAULT 0,
    state TEXT NOT NULL -- running, stopped or finished
  );
  CREATE TABLE trial (
    id INTEGER PRIMARY KEY,
    run INTEGER NOT NULL REFERENCES run (id),
    purpose TEXT NOT NULL, -- base, search or confirmation
    configuration TEXT NOT NULL, -- JSON, by name
    identity TEXT NOT NULL, -- hash of what it runs
    technique TEXT NOT NULL,
    status TEXT NOT NULL,
    time_ns REAL,
    details TEXT NOT NULL, -- JSON: samples and what else is known
    measured TEXT NOT NULL
  );
  CREATE INDEX trial_of_run ON trial (run);
  CREATE INDEX run_of_kernel ON run (kernel, device);
  `,
];
