export interface Row {
  what: string
  result: string
  /** What is to be reached; empty for a floor. */
  goal: string
}

/** A running product on the benchmark's data. */
export interface BenchTarget {
  url: string
  floorUrl: string
  liveUrl: string
  sessions: { token: string; cookie: string }[]
  /** Runs the companies' jobs, which rest otherwise. */
  startJobs(): Promise<void>
  /** Resident bytes of the server process. */
  memory(): Promise<number>
  stop(): Promise<void>
}
