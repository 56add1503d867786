import type { SessionUser } from '../../src/user/session.contract'
import type { UserView } from '../../src/user/user.contract'
import type { LiveSocketClient } from '../live/live-socket-client'
import type { SessionModel } from './session-model'

interface OwnEvent {
  action?: string
  user?: Partial<UserView> & { id: number }
  queue?: SessionUser['queues'][number]
  queueId?: number
  setting?: { key: string; value: string }
}

/** Settings that decide what may be read of what is on the screen already. */
const hiding = ['enableLGPD', 'lgpdHideNumber', 'lgpdDeleteMessage']

/**
 * What an admin changes while this person works holds at once: their rights, their queues, the company's settings. The
 * theme and the language of a screen stay until its person loads a page. Returns what ends it.
 */
export function followSession(session: SessionModel, live: LiveSocketClient): () => void {
  const me = session.user.peek()
  if (!me) return () => {}
  const present = () => session.user.peek() ?? me

  function onUser({ user }: OwnEvent) {
    // Everybody hears of a colleague's name; the whole is told to admins and to the person.
    if (user?.id !== me?.id || !user || user.email === undefined) return
    // What the session knows of the company is more than a user's record tells.
    const { online, status, queueIds, createdAt, updatedAt, language, company, ...record } = user
    const { defaultTheme, defaultMenu, ...changed } = record
    session.changeLive(changed)
  }

  function onQueue({ action, queue, queueId }: OwnEvent) {
    const { queues } = present()
    if (action === 'delete') session.changeLive({ queues: queues.filter(({ id }) => id !== queueId) })
    else if (queue && queues.some(({ id }) => id === queue.id)) {
      const { id, name, color } = queue
      session.changeLive({ queues: queues.map((known) => (known.id === id ? { id, name, color } : known)) })
    }
  }

  function onSetting({ setting }: OwnEvent) {
    if (!setting) return
    const { company } = present()
    const companieSettings = { ...company.companieSettings, [setting.key]: setting.value }
    session.changeLive({ company: { ...company, companieSettings } })
    if (hiding.includes(setting.key)) live.reload()
  }

  const on = (event: string, apply: (news: OwnEvent) => void) =>
    live.subscribe(`company-${me.companyId}-${event}`, (data) => {
      if (typeof data === 'object' && data !== null) apply(data)
    })
  const stops = [on('user', onUser), on('queue', onQueue), on('settings', onSetting)]
  return () => {
    for (const stop of stops) stop()
  }
}
