import type { LiveEvents } from '../../src/kernel/live-events.contract'
import type { LiveSocketClient } from '../live/live-socket-client'
import type { SessionModel } from './session-model'

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

  function onUser(event: LiveEvents['user']) {
    if (event.action === 'delete' || event.user.id !== me?.id) return
    // Everybody hears of a colleague's name; the whole is told to admins and to the person.
    if (!('email' in event.user)) return
    // What the session knows of the company is more than a user's record tells.
    const { queueIds, createdAt, updatedAt, language, company, ...record } = event.user
    const { defaultTheme, defaultMenu, ...changed } = record
    session.changeLive(changed)
  }

  function onQueue(event: LiveEvents['queue']) {
    const { queues } = present()
    if (event.action === 'delete') {
      session.changeLive({ queues: queues.filter(({ id }) => id !== event.queueId) })
    } else if (queues.some(({ id }) => id === event.queue.id)) {
      const { id, name, color } = event.queue
      session.changeLive({ queues: queues.map((known) => (known.id === id ? { id, name, color } : known)) })
    }
  }

  function onSetting({ setting }: LiveEvents['settings']) {
    const { company } = present()
    const companieSettings = { ...company.companieSettings, [setting.key]: setting.value }
    session.changeLive({ company: { ...company, companieSettings } })
    if (hiding.includes(setting.key)) live.reload()
  }

  const stops = [
    live.subscribe('user', onUser),
    live.subscribe('queue', onQueue),
    live.subscribe('settings', onSetting),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
