import { Database } from 'bun:sqlite'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { shutdown } from '../../compose'
import { killAll, runProduct } from './crash-processes'
import { createWhatsAppWorld, type WhatsAppWorld } from '../whatsapp/whatsapp-world'

const cleanUps: (() => unknown)[] = []

/** Adds to what `cleanUpCrash` does, the last one first. */
export const onCleanUp = (...added: readonly (() => unknown)[]) => void cleanUps.push(...added)

/** For `afterEach`: kills the processes that a failed test left running, then cleans up. */
export async function cleanUpCrash() {
  await killAll()
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
}

interface CrashCompanyOptions {
  /** The WhatsApp server's, so that it survives being killed, too. */
  stateFile?: string
  /** Runs while the world is still running in this process. */
  prepare?: (world: WhatsAppWorld) => unknown
}

/** A stopped company with a paired account; `start` runs the product on it in a process to be killed. */
export async function createCrashCompany({ stateFile, prepare }: CrashCompanyOptions = {}) {
  const world = await createWhatsAppWorld({ server: { stateFile } })
  const { dataDir, server } = world
  onCleanUp(() => rmSync(dataDir, { recursive: true, force: true }))
  await prepare?.(world)
  const account = await world.pair('5511900000001', { name: 'Padaria' })
  await world.connections.stop()
  // Otherwise the first product would be taken for connected before it runs.
  await account.whenDisconnected(20_000)
  await shutdown(world.platform)
  const file = new Database(join(dataDir, 'companies', '1', 'company.sqlite'), { readonly: true })
  onCleanUp(
    () => file.close(),
    () => server.stop(),
  )
  const rows = <Row>(sql: string) => file.query<Row, []>(sql).all()
  return {
    dataDir,
    server,
    account,
    rows,
    count: (where: string) => rows<{ n: number }>(`SELECT count(*) AS n FROM message WHERE ${where}`)[0]?.n ?? 0,
    async start(options?: { echo?: boolean }) {
      const product = runProduct(dataDir, server, options)
      // Starting the process takes a second of processor time, which is long on a busy machine.
      await account.whenConnected(60_000)
      return product
    },
  }
}

export type CrashCompany = Awaited<ReturnType<typeof createCrashCompany>>
