import { useState } from 'react'
import type { ConnectionPick } from '../../src/connection/connection.calls'
import type { ContactView } from '../../src/contact/contact.answers'
import { channelRules } from '../../src/channel/channel-rules.contract'
import { useApp, useUser } from '../app/app-context'
import { links } from '../app/links'
import { isAdmin } from '../app/screen-access'
import { useTexts } from '../i18n/i18n'
import type { RecordList } from '../records/record-list'
import { Button } from '../ui/button'
import { ArrowLeftRight, Download, FileSpreadsheet, MessagesSquare, Smartphone } from '../ui/icons'
import { Menu } from '../ui/menu'
import { AddressBookDialog } from './address-book-dialog'
import { type ContactFilterName, questionOf } from './contact-records'
import { useExportContacts } from './use-export-contacts'

interface ContactTransferMenuProps {
  list: RecordList<ContactView, ContactFilterName>
  connections: readonly ConnectionPick[]
}

/** Import and export. Whole lists are imported by admins only. */
export function ContactTransferMenu({ list, connections }: ContactTransferMenuProps) {
  const t = useTexts('contact').contact
  const { navigation } = useApp()
  const mayImport = isAdmin(useUser())
  const { exporting, exportContacts } = useExportContacts()
  const [source, setSource] = useState<'phonebook' | 'chats'>()
  const asked = () => questionOf({ search: list.searchText.peek(), filters: list.filters.peek() })
  return (
    <>
      <Menu
        align="end"
        trigger={(trigger) => (
          <Button {...trigger} icon={ArrowLeftRight} loading={exporting}>
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
          { label: t.exportExcel, icon: Download, onSelect: () => void exportContacts({ ...asked(), format: 'xlsx' }) },
          { label: t.exportCsv, icon: Download, onSelect: () => void exportContacts({ ...asked(), format: 'csv' }) },
        ]}
      />
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
