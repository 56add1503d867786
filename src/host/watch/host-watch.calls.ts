import * as v from 'valibot'
import { defineCalls } from '../../kernel/http/calls'
import { IdParams } from '../../kernel/http/request-parts'
import { HostPoint } from '../../platform/host-history/host-point.contract'
import { DoctorReport } from '../doctor/finding.contract'

const HostedCompany = v.object({
  id: v.number(),
  name: v.string(),
  muted: v.boolean(),
  /** The company whose earlier state it shows. */
  copyOf: v.nullable(v.number()),
  /** Of the main thread's time that was spent on companies in the last day; 0 to 1. */
  timeShare: v.number(),
  bytes: v.number(),
  /** Of the bytes of all companies; 0 to 1. */
  diskShare: v.number(),
})
export type HostedCompany = v.InferOutput<typeof HostedCompany>

/** Of the backups that BACKUP_TO asks for. */
const HostBackup = v.object({
  target: v.string(),
  everyMs: v.number(),
  isRunning: v.boolean(),
  lastAt: v.nullable(v.string()),
  companies: v.number(),
  /** Companies that could not be copied. */
  failed: v.number(),
  bytes: v.number(),
  error: v.nullable(v.string()),
  /** Two intervals have passed without one. */
  isLate: v.boolean(),
})
export type HostBackup = v.InferOutput<typeof HostBackup>

const HostedNode = v.object({ name: v.string(), version: v.string(), startedAt: v.string() })
export type HostedNode = v.InferOutput<typeof HostedNode>

const SharedCompany = v.object({
  id: v.number(),
  name: v.string(),
  /** Null while no node serves it. */
  node: v.nullable(v.string()),
  /** Null unless it is being moved. */
  movesTo: v.nullable(v.string()),
})
export type SharedCompany = v.InferOutput<typeof SharedCompany>

export const HostedNodes = v.object({
  here: v.string(),
  /** Without one nothing is written. */
  hasMajority: v.boolean(),
  nodes: v.array(HostedNode),
  companies: v.array(SharedCompany),
})
export type HostedNodes = v.InferOutput<typeof HostedNodes>

export const MoveCompanyBody = v.object({ node: v.pipe(v.string(), v.minLength(1), v.maxLength(40)) })

export const HostView = v.object({
  version: v.string(),
  startedAt: v.string(),
  /** Of five minutes each, the oldest first; at most a day. */
  points: v.array(HostPoint),
  /** The last minute. */
  latest: HostPoint,
  companiesOpen: v.number(),
  diskSizeBytes: v.number(),
  outboxOldestSeconds: v.number(),
  jobsOldestSeconds: v.number(),
  walLargestBytes: v.number(),
  companies: v.array(HostedCompany),
  /** Null for a process alone. */
  cluster: v.nullable(HostedNodes),
  /** Null without BACKUP_TO. */
  backup: v.nullable(HostBackup),
  /** What doctor found last, since the start; null before the first time. */
  report: v.nullable(DoctorReport),
  /** Doctor is looking right now. */
  examining: v.boolean(),
})
export type HostView = v.InferOutput<typeof HostView>

export const hostWatchCalls = defineCalls({
  'GET /host': { answer: HostView },
  'POST /host/doctor': { answer: DoctorReport },
  'POST /host/backup': { answer: HostBackup },
  /** Answers once the node serves the company. */
  'PUT /host/companies/:id/node': { params: IdParams, body: MoveCompanyBody, answer: HostedNodes },
})

declare module '../../kernel/live/live-events.contract' {
  interface LiveEvents {
    /** `point` replaces one with the same time. */
    host:
      | { action: 'point'; latest: HostPoint; point: HostPoint; backup: HostBackup | null }
      | { action: 'nodes'; cluster: HostedNodes | null }
      | { action: 'backup'; backup: HostBackup | null }
      | { action: 'doctor'; examining: boolean; report: DoctorReport | null }
  }
}
