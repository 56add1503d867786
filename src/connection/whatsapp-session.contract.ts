import * as v from 'valibot'

/** POST /whatsappsession/{id}/pairing-code: the phone's number with its country, digits only or as people write it. */
export const PairingCodeBody = v.object({
  number: v.pipe(
    v.string(),
    v.transform((text) => text.replace(/\D/g, '')),
    v.minLength(8, 'tooShort'),
    v.maxLength(15, 'tooLong'),
  ),
})

/** GET /whatsapp/{id}/inbound-errors. */
export interface InboundErrorsView {
  /** Events that wait to be interpreted, failed ones included. */
  waiting: number
  errors: InboundErrorView[]
}

export interface InboundErrorView {
  id: number
  error: string
  attempts: number
  retryAt: string
  createdAt: string
}
