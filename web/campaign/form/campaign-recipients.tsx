import { useTags, tagLengthMin, useCreateTag } from '../../contact/use-tags'
import type { ContactListPick } from '../../../src/contact-list/contact-list.record'
import { links } from '../../app/links'
import { useContactLists } from '../../contact/use-contact-lists'
import { useSignals } from '@preact/signals-react/runtime'
import type { CampaignView } from '../../../src/campaign/campaign.calls'
import { channelRules } from '../../../src/channel/channel-rules.contract'
import { connectionOptions, useConnections } from '../../connection/use-connections'
import { useTexts } from '../../i18n/i18n'
import { Combobox } from '../../ui/select/combobox'
import { optionOrNone } from '../../ui/select/option'
import { FormField } from '../../ui/form/form-field'
import { Select } from '../../ui/select/select'
import type { CampaignFormModel } from './campaign-form'

interface CampaignRecipientsProps {
  form: CampaignFormModel
  campaign: CampaignView | undefined
}

const none = 0
const listNameMin = 2

export function CampaignRecipients({ form, campaign }: CampaignRecipientsProps) {
  useSignals()
  const t = useTexts('campaign').campaign.fields
  const { lists, create: createList } = useContactLists()
  const tags = useTags() ?? []
  const createTag = useCreateTag(tags)
  const chooseList = (id: number) => form.set({ contactListId: id, tagListId: null })
  const chooseTag = (id: number) => form.set({ tagListId: id, contactListId: null })
  const { contactList, tagList, sourceCampaignId } = campaign ?? {}
  return (
    <>
      {sourceCampaignId ? (
        <p className="subtle">{t.failedOfOther}</p>
      ) : (
        <div className="campaign-pair">
          <FormField
            form={form}
            name="contactListId"
            label={t.contactList}
            help={<ListHelp list={lists.find(({ id }) => id === form.values.value.contactListId)} />}
          >
            {(field) => (
              <Combobox<number>
                {...field}
                options={lists.map(({ id, name, contactsCount }) => ({
                  value: id,
                  label: name,
                  description: t.contacts(contactsCount),
                }))}
                selected={optionOrNone(contactList)}
                onValueChange={(id) => (id === null ? form.set({ contactListId: id }) : chooseList(id))}
                onCreate={(name) => void createList(name).then((id) => id !== undefined && chooseList(id))}
                createLengthMin={listNameMin}
              />
            )}
          </FormField>
          <FormField form={form} name="tagListId" label={t.tagList} help={t.tagListHelp}>
            {(field) => (
              <Combobox<number>
                {...field}
                options={tags.map(({ id, name, color, contactsCount }) => ({
                  value: id,
                  label: name,
                  color,
                  description: t.contacts(contactsCount),
                }))}
                selected={optionOrNone(tagList)}
                onValueChange={(id) => (id === null ? form.set({ tagListId: id }) : chooseTag(id))}
                onCreate={(name) => void createTag(name).then((tag) => tag && chooseTag(tag.id))}
                createLengthMin={tagLengthMin}
              />
            )}
          </FormField>
        </div>
      )}
    </>
  )
}

/** An empty list is filled in another tab, so that the form stays open; its contacts are counted here at once. */
function ListHelp({ list }: { list: ContactListPick | undefined }) {
  const t = useTexts('campaign').campaign.fields
  if (list?.contactsCount !== 0) return t.contactListHelp
  return (
    <>
      {t.emptyList}{' '}
      <a className="link" href={links.contactListItems({ id: list.id })} target="_blank" rel="noopener">
        {t.fillList}
      </a>
    </>
  )
}

/** The stored connection is offered even if it can no longer be chosen. */
export function CampaignConnection({ form, campaign }: CampaignRecipientsProps) {
  const kept = campaign?.whatsapp
  const { ui, campaign: texts } = useTexts('campaign')
  const t = texts.fields
  const connections = useConnections()?.filter(({ channel }) => channelRules[channel].phoneNumbers) ?? []
  return (
    <FormField form={form} name="whatsappId" label={t.whatsapp} required>
      {({ value, onValueChange, ...field }) => (
        <Select<number>
          {...field}
          value={value ?? none}
          options={[
            ...(value ? [] : [{ value: none, label: ui.select }]),
            ...(kept && !connections.some(({ id }) => id === kept.id) ? [{ value: kept.id, label: kept.name }] : []),
            ...connectionOptions(connections, t.offline),
          ]}
          onValueChange={(id) => onValueChange(id === none ? null : id)}
        />
      )}
    </FormField>
  )
}
