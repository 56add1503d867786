import { composeConnections } from '../compose'
import { noConnections } from '../connection/running/connection-control'
import type { Platform } from '../platform/platform'

/** Lines are logged out by a process that runs them; at the terminal this one does. */
export async function withConnections<Result>(platform: Platform, work: () => Promise<Result>): Promise<Result> {
  if (platform.ports.connections !== noConnections) return work()
  const connections = composeConnections(platform)
  try {
    return await work()
  } finally {
    await connections.stop()
  }
}
