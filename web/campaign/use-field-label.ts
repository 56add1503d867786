import { useTexts } from '../i18n/i18n'

/** Names the field that a refusal is about, as the campaign's form does. */
export function useFieldLabel() {
  const { fields: t } = useTexts('campaign').campaign
  const labels: Record<string, string> = {
    contactListId: t.contactList,
    tagListId: t.tagList,
    whatsappId: t.whatsapp,
    queueId: t.queue,
    userId: t.user,
    mediaPath: t.attachment,
  }
  return (field: string) => {
    const [, isConfirmation, no] = /^(?:templates\.)?(?:message|(confirmationMessage))(\d)/.exec(field) ?? []
    if (no !== undefined) return isConfirmation ? t.confirmationMessage(Number(no)) : t.message(Number(no))
    return labels[field] ?? field
  }
}
