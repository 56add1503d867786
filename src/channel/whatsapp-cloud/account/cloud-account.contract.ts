import * as v from 'valibot'
import { MetaToken } from '../../meta/meta-login.contract'
import { newConnection } from '../../new-connection.contract'

export const webhookFields =
  'messages, smb_message_echoes, history, smb_app_state_sync, user_id_update, calls, user_preferences, ' +
  'message_template_status_update, message_template_quality_update, message_template_components_update, ' +
  'template_category_update, phone_number_quality_update, phone_number_name_update, business_capability_update, ' +
  'account_update'

const MetaId = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, 'required'),
  v.maxLength(30, 'tooLong'),
  v.regex(/^\d+$/, 'onlyDigits'),
)

/** Visible ASCII, as it becomes part of a header. */
const Secret = v.pipe(v.string(), v.trim(), v.maxLength(1000, 'tooLong'), v.regex(/^[\x21-\x7e]*$/, 'invalid'))

const account = {
  phoneNumberId: MetaId,
  businessAccountId: MetaId,
  token: v.optional(Secret, ''),
  appSecret: v.optional(Secret, ''),
}

export const UpdateCloudAccountBody = v.object(account)
export type UpdateCloudAccountBody = v.InferOutput<typeof UpdateCloudAccountBody>

export const CreateCloudConnectionBody = v.object({ ...newConnection, ...account })

const GivenSecret = v.pipe(Secret, v.minLength(1, 'required'))

export const cloudConnectionForm = (hasHostApp: boolean) =>
  v.object({
    ...CreateCloudConnectionBody.entries,
    queueIds: newConnection.queueIds.wrapped,
    token: GivenSecret,
    appSecret: hasHostApp ? Secret : GivenSecret,
  })

export const SignupBody = v.object({ isInApp: v.optional(v.boolean(), false) })

const Pin = v.pipe(v.string(), v.trim(), v.regex(/^(\d{6})?$/, 'pin'))

export const LinkNumberBody = v.object({
  ...newConnection,
  queueIds: newConnection.queueIds.wrapped,
  link: MetaToken,
  phoneNumberId: MetaId,
  /** Of two-step verification; for numbers that are not registered yet. */
  pin: v.optional(Pin, ''),
})

export const linkNumberForm = v.object({ ...LinkNumberBody.entries, pin: Pin })
