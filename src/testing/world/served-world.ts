import type { BodyPace } from '../../kernel/http/body/body-pace'
import { createHostWatch } from '../../host/watch/host-watch'
import { createSocketHub } from '../../kernel/live/live-hub'
import { openClientFiles, type ClientFiles } from '../../page/client-files'
import { serve } from '../../serve'
import { connectLive } from './live-client'
import type { Person } from './people'
import { createWorld, type WorldOptions } from './world'
import { join } from 'node:path'

const root = join(import.meta.dir, '..', '..', '..')

/** Built at most once, because the sources stay the same while tests run. */
let clientFiles: Promise<ClientFiles> | undefined

export interface ServedWorldOptions extends WorldOptions {
  /** Builds the browser's code. Without it only calls and sockets are served. */
  pages?: boolean
  bodyPace?: BodyPace
}

/** Serves the world on its own port, with real sockets and optionally with pages. */
export async function createServedWorld({ pages = false, bodyPace, ...options }: ServedWorldOptions = {}) {
  const client = pages ? await (clientFiles ??= openClientFiles({ root, production: true })) : noPages
  const hub = createSocketHub()
  const environment = { HOST: '127.0.0.1', PORT: '0', ...options.environment }
  const world = await createWorld({ ...options, environment, hub })
  // In windows, people of all companies sign in and act.
  if (pages) world.noBystander()
  const hostWatch = createHostWatch(world.platform)
  const server = serve({ platform: world.platform, hub, client, bodyPace, watch: hostWatch })
  const address = `127.0.0.1:${server.server?.port}`
  const windows: { close(): Promise<void> }[] = []

  return {
    ...world,
    hub,
    hostWatch,
    url: `http://${address}`,
    /** Connects a signed-in user's socket; `last` as sent by a returning client. Signing in again ends it. */
    async live(person: Person, last: number | null = null) {
      const signedIn = await world.as(person)
      const live = await connectLive(`ws://${address}/live`, signedIn.token ?? '', last)
      return { ...signedIn, live }
    },
    liveAddress: `ws://${address}/live`,
    /** Closes the window when the world stops; left open, it would call the stopped server again and again. */
    addWindow: (window: { close(): Promise<void> }) => void windows.push(window),
    async stop() {
      await Promise.all(windows.map((window) => window.close()))
      await server.stop(true)
      await hostWatch.stop()
      world.stop()
    },
  }
}

export type ServedWorld = Awaited<ReturnType<typeof createServedWorld>>

const noPages: Pick<ClientFiles, 'manifest' | 'answer'> = {
  manifest() {
    throw new Error('This world was made without pages')
  },
  answer: async () => undefined,
}
