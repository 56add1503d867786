import type { AppModels } from '../app/app-context'
import type { Command } from '../app/command-registry'
import { formatPhone } from '../i18n/format'
import { links } from '../app/links'
import { UserRound } from '../ui/icons'
import { searchLengthMin } from './search-contacts'

const shownMax = 6

/** Contacts in the palette: opens the newest conversation, or starts the first. */
export async function findCommands({ api, navigation, texts }: AppModels, text: string, signal: AbortSignal) {
  if (text.length < searchLengthMin) return []
  const { contacts } = await api.get('/contacts', { query: { searchParam: text, pageNumber: 1 }, signal })

  async function open(contactId: number) {
    const { tickets } = await api.get('/tickets/contact/:contactId', { params: { contactId } })
    const [newest] = tickets
    await navigation.go(newest ? links.ticket(newest.uuid) : links.newTicket(contactId))
  }

  return contacts.slice(0, shownMax).map(({ id, name, number, isGroup }): Command => ({
    id: `found-contact-${id}`,
    label: isGroup || name === number ? name : `${name} · ${formatPhone(number)}`,
    group: texts.frame.palette.contacts,
    icon: UserRound,
    run: () => open(id).catch(reportError),
  }))
}
