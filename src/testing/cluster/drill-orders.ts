export type DrillOrder = { id: number } & DrillOrderBody

export type DrillOrderBody =
  | { kind: 'create'; company: number }
  /** Answered with how long the gate held the answer back, in ms. */
  | { kind: 'write'; company: number; key: string; bytes: number }
  /** Deletes what was written before, so that the files of a long drill stay small. */
  | { kind: 'forget'; company: number; keys: string[] }
  | { kind: 'take'; company: number }
  | { kind: 'move'; company: number; target: string }
  | { kind: 'base'; company: number }
  | { kind: 'follow' }
  /** Brings a copy of any company up to date, whoever stands by. */
  | { kind: 'copy'; company: number; upTo: number }
  /** Answered when everything is acknowledged, with the last message of the log. */
  | { kind: 'settle'; company: number }
  | { kind: 'state' }

export interface DrillAnswer {
  id: number
  result?: unknown
  error?: string
}

export interface DrillNodeState {
  owned: string[]
  health: string
}
