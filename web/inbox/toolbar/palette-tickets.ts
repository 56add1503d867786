import type { AppModels } from '../../app/app-context'
import type { Command } from '../../app/command-registry'
import { links } from '../../app/links'
import { cutText } from '../../ui/text/cut-text'
import { ticketsScreen } from '../tickets.screen'

const shownMax = 6
const lengthMin = 2
const nameLengthMax = 60

export async function findCommands({ api, navigation, language }: AppModels, text: string, signal: AbortSignal) {
  if (text.length < lengthMin) return []
  const query = { status: 'search', searchParam: text, pageNumber: 1 }
  const { tickets } = await api.get('/tickets', { query, signal })
  return tickets.slice(0, shownMax).map(({ id, uuid, contact, queue }): Command => ({
    id: `found-ticket-${id}`,
    label: [cutText(contact.name, nameLengthMax), `#${id}`, queue?.name].filter(Boolean).join(' · '),
    group: ticketsScreen.title[language],
    icon: ticketsScreen.icon,
    href: links.ticket(uuid),
    run: () => navigation.go(links.ticket(uuid)),
  }))
}
