import { useState } from 'react'
import type { ConnectionPick } from '../../src/connection/connection.calls'
import type { ContactView } from '../../src/contact/contact.answers'
import { channelRules } from '../../src/channel/channel-rules.contract'
import { useApp, useUser } from '../app/app-context'
import { links } from '../app/links'
import { isAdmin } from '../app/screen-access'
import { useTexts } from '../i18n/i18n'
import type { RecordList } from '../records/record-list'
import { Button } from '../ui/button/button'
import { ArrowLeftRight, Download, FileSpreadsheet, ListChecks, MessagesSquare, Smartphone } from '../ui/icons'
import { useAttempt } from '../ui/form/use-attempt'
import { Menu } from '../ui/popup/menu'
import { AddToListDialog, mayFillLists } from './add-to-list-dialog'
import { AddressBookDialog } from './address-book-dialog'
import { type ContactFilterName, queryOf } from './contact-records'
import { type ContactExport, ExportContactsDialog } from './export-contacts-dialog'

interface ContactTransferMenuProps {
  list: RecordList<ContactView, ContactFilterName>
  connections: readonly ConnectionPick[]
}

/** Import and export; only admins import lists. */
export function ContactTransferMenu({ list, connections }: ContactTransferMenuProps) {
  const t = useTexts('contact').contact
  const { api, navigation } = useApp()
  const user = useUser()
  const mayImport = isAdmin(user)
  const [exported, setExported] = useState<ContactExport>()
  const [source, setSource] = useState<'phonebook' | 'chats'>()
  const [listing, setListing] = useState(false)
  const requested = () => queryOf({ search: list.searchText.peek(), filters: list.filters.peek() })
  const attempt = useAttempt()
  const exportAll = (format: 'xlsx' | 'csv') =>
    attempt(async () => {
      const query = requested()
      // Groups are exported only if the filter asks for them.
      const { count } = await api.get('/contacts', { query: { isGroup: 'false', ...query } })
      setExported({ query: { ...query, format }, total: count })
    })
  return (
    <>
      <Menu
        align="end"
        trigger={(trigger) => (
          <Button {...trigger} icon={ArrowLeftRight}>
            {mayImport ? t.transfer : t.export}
          </Button>
        )}
        items={[
          ...(mayImport
            ? ([
                { label: t.importPhone, icon: Smartphone, onSelect: () => setSource('phonebook') },
                { label: t.importChats, icon: MessagesSquare, onSelect: () => setSource('chats') },
                { label: t.importFile, icon: FileSpreadsheet, href: links.contactImport() },
                'separator',
              ] as const)
            : []),
          ...(mayFillLists(user)
            ? [{ label: t.bulk.addToList, icon: ListChecks, onSelect: () => setListing(true) }, 'separator' as const]
            : []),
          { label: t.exportExcel, icon: Download, onSelect: () => exportAll('xlsx') },
          { label: t.exportCsv, icon: Download, onSelect: () => exportAll('csv') },
        ]}
      />
      {exported && <ExportContactsDialog {...exported} close={() => setExported(undefined)} />}
      {listing && (
        <AddToListDialog
          count={list.count.peek()}
          filter={requested()}
          close={() => setListing(false)}
          onAdded={() => setListing(false)}
        />
      )}
      {source && (
        <AddressBookDialog
          source={source}
          connections={connections.filter(({ channel }) => channelRules[channel].numberLookup)}
          close={() => setSource(undefined)}
          onStarted={() => void navigation.go(links.contactImport())}
        />
      )}
    </>
  )
}
