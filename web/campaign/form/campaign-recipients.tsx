import { useTags } from '../../contact/use-tags'
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
import { useLookup } from '../../app/use-fetched'

interface CampaignRecipientsProps {
  form: CampaignFormModel
  campaign: CampaignView | undefined
}

const none = 0

/** The recipients, given by a contact list or tag. */
export function CampaignRecipients({ form, campaign }: CampaignRecipientsProps) {
  useSignals()
  const t = useTexts('campaign').campaign.fields
  const { lists, tags } = useSources()
  const { contactList, tagList, sourceCampaignId } = campaign ?? {}
  return (
    <>
      {sourceCampaignId ? (
        <p className="subtle">{t.failedOfOther}</p>
      ) : (
        <div className="campaign-pair">
          <FormField form={form} name="contactListId" label={t.contactList} help={t.contactListHelp}>
            {(field) => (
              <Combobox<number>
                {...field}
                placeholder={t.contactListPlaceholder}
                options={lists.map(({ id, name, contactsCount }) => ({
                  value: id,
                  label: name,
                  description: t.contacts(contactsCount),
                }))}
                selected={optionOrNone(contactList)}
                onValueChange={(id) =>
                  form.set(id === null ? { contactListId: id } : { contactListId: id, tagListId: null })
                }
              />
            )}
          </FormField>
          <FormField form={form} name="tagListId" label={t.tagList} help={t.tagListHelp}>
            {(field) => (
              <Combobox<number>
                {...field}
                placeholder={t.tagListPlaceholder}
                options={tags.map(({ id, name, color, contactsCount }) => ({
                  value: id,
                  label: name,
                  color,
                  description: t.contacts(contactsCount),
                }))}
                selected={optionOrNone(tagList)}
                onValueChange={(id) =>
                  form.set(id === null ? { tagListId: id } : { tagListId: id, contactListId: null })
                }
              />
            )}
          </FormField>
        </div>
      )}
    </>
  )
}

/** The stored connection is offered even if it can no longer be chosen. */
export function CampaignConnection({ form, campaign }: CampaignRecipientsProps) {
  const kept = campaign?.whatsapp
  const t = useTexts('campaign').campaign.fields
  const connections = useConnections()?.filter(({ channel }) => channelRules[channel].phoneNumbers) ?? []
  return (
    <FormField form={form} name="whatsappId" label={t.whatsapp} required>
      {({ value, onValueChange, ...field }) => (
        <Select<number>
          {...field}
          value={value ?? none}
          options={[
            ...(value ? [] : [{ value: none, label: t.whatsappPlaceholder }]),
            ...(kept && !connections.some(({ id }) => id === kept.id) ? [{ value: kept.id, label: kept.name }] : []),
            ...connectionOptions(connections, t.offline),
          ]}
          onValueChange={(id) => onValueChange(id === none ? null : id)}
        />
      )}
    </FormField>
  )
}

function useSources() {
  const lists = useLookup((api, signal) => api.get('/contact-lists/list', { signal })) ?? []
  return { lists, tags: useTags() ?? [] }
}
