import { importSession, type OtherSession, UnusableSession } from '../../channel/whatsapp/signal/import-session'
import type { Sealer } from '../../channel/whatsapp/signal/sealed-records'
import { findConnection } from '../../connection/connection.queries'
import { noteImportedSession } from '../../connection/history/import-connection'
import type { CompanyContext } from '../../kernel/company/company-context'
import { type OpenedScratch, readSummary } from '../source/scratch-file'
import type { Dialect } from '../source/source'
import type { RedisSessions } from './redis-session'
import { findStoredSession } from './stored-session'

export interface SessionSource {
  scratch: OpenedScratch
  redis?: RedisSessions | undefined
}

export interface TakenSession {
  name: string
  /** `scan`: there is none, or none that can be used, so that its code is scanned again. `runs`: it is in use here already. */
  outcome: 'taken' | 'scan' | 'runs'
  why?: UnusableSession['kind']
}

interface Line {
  id: string
  name: string
}

/** Brings the sessions of lines, which stay off. Later runs replace them: keys change until the other system stops. `find`: our line. */
export async function takeSessions(
  ctx: CompanyContext,
  { scratch, redis }: SessionSource,
  find: (whatsappId: string) => number | undefined,
  sealer: Sealer,
): Promise<TakenSession[]> {
  const taken: TakenSession[] = []
  const { dialect } = readSummary(scratch)
  for (const { id, name } of scratch.query<Line, []>('SELECT id, name FROM Whatsapps').all()) {
    const connectionId = find(id)
    const connection = connectionId === undefined ? undefined : findConnection(ctx, connectionId)
    if (connection?.channel !== 'whatsapp') continue
    if (connection.wanted) {
      taken.push({ name, outcome: 'runs' })
      continue
    }
    taken.push({
      name,
      ...(await store(ctx, connection.id, () => read(dialect, { scratch, redis }, { id, name }), sealer)),
    })
  }
  return taken
}

function read(dialect: Dialect, { scratch, redis }: SessionSource, { id, name }: Line) {
  if (dialect === 'T') return findStoredSession(scratch, id)
  return dialect === 'G' ? redis?.find(id, name) : undefined
}

async function store(
  ctx: CompanyContext,
  connectionId: number,
  readSession: () => OtherSession | undefined | Promise<OtherSession | undefined>,
  sealer: Sealer,
): Promise<Pick<TakenSession, 'outcome' | 'why'>> {
  try {
    const session = await readSession()
    if (!session) return { outcome: 'scan' }
    const account = await importSession(ctx, connectionId, session, sealer)
    noteImportedSession(ctx, connectionId, account, { wanted: false })
    return { outcome: 'taken' }
  } catch (error) {
    if (error instanceof UnusableSession) return { outcome: 'scan', why: error.kind }
    throw error
  }
}
