import type { LiveEvents } from '../../src/kernel/live/live-events.contract'
import type { LiveSocketClient } from '../live/live-socket-client'
import type { SessionModel } from './session-model'

/** Settings that decide which content on the screen stays readable. */
const hiding = ['enableLGPD', 'lgpdHideNumber', 'lgpdDeleteMessage']

/** Theme and language stay until a page is loaded. Returns the function that stops it. */
export function followSession(session: SessionModel, live: LiveSocketClient): () => void {
  const me = session.user.peek()
  if (!me) return () => {}
  const present = () => session.user.peek() ?? me

  function onUser(event: LiveEvents['user']) {
    if (event.action === 'delete' || event.user.id !== me?.id) return
    // All users receive a colleague's name; only admins and the user receive the whole record.
    if (!('email' in event.user)) return
    // The session knows more of the company than a user's record.
    const { queueIds, tagIds, createdAt, updatedAt, language, company, ...record } = event.user
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
