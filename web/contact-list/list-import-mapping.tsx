import type { UploadAnswer } from '../../src/contact-import/contact-import.calls'
import type { ContactListView } from '../../src/contact-list/contact-list.calls'
import { ImportMapping } from '../contact-import/import-mapping'
import { links } from '../app/links'
import { PageHeader } from '../ui/layout/page-header'
import { Screen } from '../ui/layout/screen'

interface ListImportMappingProps {
  list: ContactListView
  upload: UploadAnswer
  onStarted: () => void
  close: () => void
}

/** Maps the columns of a spreadsheet that is imported into a list. */
export function ListImportMapping({ list, upload, onStarted, close }: ListImportMappingProps) {
  function started() {
    close()
    onStarted()
  }
  return (
    <Screen
      header={<PageHeader title={<bdi>{list.name}</bdi>} back={links.contactLists()} />}
      length={0}
      onEndReached={() => {}}
    >
      <div className="contact-import">
        <ImportMapping upload={upload} listId={list.id} onStarted={started} onDiscard={close} />
      </div>
    </Screen>
  )
}
