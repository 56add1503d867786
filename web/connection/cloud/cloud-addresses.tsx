import type { CloudAccountView } from '../../../src/channel/whatsapp-cloud/account/cloud-account.calls'
import { useTexts } from '../../i18n/i18n'
import { CircleAlert, CircleCheck } from '../../ui/icons'
import { CopiedInput } from '../../ui/field/copied-input'
import { Field } from '../../ui/field/field'
import { Note } from '../../ui/feedback/note'

interface CloudAddressesProps {
  account: Pick<CloudAccountView, 'webhookUrl' | 'verifyToken'>
  isVerified: boolean
}

/** What has to be entered in Meta's app dashboard. */
export function CloudAddresses({ account, isVerified }: CloudAddressesProps) {
  const t = useTexts('cloudAccount').cloudAccount
  const url = new URL(account.webhookUrl, location.origin).href
  const labels = { copyLabel: t.copy, copiedLabel: t.copied }
  return (
    <fieldset className="cloud-addresses">
      <legend>{t.webhookTitle}</legend>
      <p className="subtle">{t.webhookText}</p>
      <Field id="cloud-webhook-url" label={t.webhookUrl}>
        <CopiedInput value={url} {...labels} />
      </Field>
      <Field id="cloud-verify-token" label={t.verifyToken}>
        <CopiedInput value={account.verifyToken} {...labels} />
      </Field>
      <Note icon={isVerified ? CircleCheck : CircleAlert}>{isVerified ? t.verified : t.notVerified}</Note>
    </fieldset>
  )
}
