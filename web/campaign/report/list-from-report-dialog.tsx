import { useState } from 'react'
import type { CampaignView } from '../../../src/campaign/campaign.calls'
import { type Audience, audiences, ListFromReportBody } from '../../../src/campaign/campaign.contract'
import type { ContactListView } from '../../../src/contact-list/contact-list.record'
import { useApp } from '../../app/app-context'
import { links } from '../../app/links'
import { useTexts } from '../../i18n/i18n'
import { RecordDialog } from '../../records/record-dialog'
import { FormField, TextField } from '../../ui/form/form-field'
import { Select } from '../../ui/select/select'
import { useUi } from '../../ui/context/ui-context'

export function ListFromReportDialog({ campaign, close }: { campaign: CampaignView; close: () => void }) {
  const t = useTexts('campaign').campaign.list
  const { api, navigation } = useApp()
  const { toast } = useUi()
  const [made] = useState(() => ({ list: undefined as ContactListView | undefined }))

  function opened() {
    close()
    if (!made.list) return
    toast.success(t.createdWith(made.list.contactsCount))
    void navigation.go(links.contactListItems({ id: made.list.id }))
  }

  return (
    <RecordDialog
      record={undefined}
      texts={t}
      size="s"
      schema={ListFromReportBody}
      save={async (body) => {
        made.list = await api.post('/campaigns/:id/contact-list', { params: { id: campaign.id }, body })
      }}
      onSaved={opened}
      close={close}
    >
      {(form) => (
        <>
          <FormField form={form} name="audience" label={t.audience} required>
            {(field) => (
              <Select<Audience>
                {...field}
                options={audiences
                  .filter((audience) => audience !== 'confirmed' || campaign.confirmation)
                  .map((value) => ({ value, label: t.audiences[value] }))}
              />
            )}
          </FormField>
          <TextField form={form} name="name" label={t.name} required placeholder={t.namePlaceholder} />
        </>
      )}
    </RecordDialog>
  )
}
