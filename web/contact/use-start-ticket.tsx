import { useState } from 'react'
import { channelRules } from '../../src/channel/channel-rules.contract'
import type { ContactView } from '../../src/contact/contact.answers'
import type { ReachableConnection } from '../../src/contact/contact.calls'
import { useApp } from '../app/app-context'
import { links } from '../app/links'
import { ChannelIcon } from '../connection/channel-icon'
import { useTexts } from '../i18n/i18n'
import { Dialog } from '../ui/dialog/dialog'
import { useAttempt } from '../ui/form/use-attempt'
import { useUi } from '../ui/context/ui-context'

interface Choice {
  contact: ContactView
  connections: ReachableConnection[]
}

/** Starts a ticket over a connected channel that reaches the contact; offers a choice if there are several. */
export function useStartTicket() {
  const t = useTexts('contact').contact
  const { api, navigation } = useApp()
  const { toast } = useUi()
  const attempt = useAttempt()
  const [choice, setChoice] = useState<Choice>()
  const go = (contactId: number, connectionId: number) => navigation.go(links.newTicket(contactId, connectionId))

  async function start(contact: ContactView) {
    let found: ReachableConnection[] = []
    const ask = async () => (found = await api.get('/contacts/:id/connections', { params: { id: contact.id } }))
    if (!(await attempt(ask))) return
    const connections = found.filter(({ connected }) => connected)
    const [only] = connections
    if (!only) toast.error(found.length === 0 ? t.notReachable : t.notConnected)
    else if (connections.length === 1) await go(contact.id, only.id)
    else setChoice({ contact, connections })
  }

  const dialog = choice && (
    <Dialog
      open
      size="s"
      title={t.chooseChannel}
      description={t.chooseChannelText(choice.contact.name)}
      onClose={() => setChoice(undefined)}
    >
      <ul className="contact-channels stack">
        {choice.connections.map(({ id, name, channel }) => (
          <li key={id}>
            <button type="button" className="contact-channel row gap-3" onClick={() => go(choice.contact.id, id)}>
              <ChannelIcon channel={channel} />
              <span className="contact-channel-name truncate">{name}</span>
              <span className="subtle">{channelRules[channel].label}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
  return { start, dialog }
}
