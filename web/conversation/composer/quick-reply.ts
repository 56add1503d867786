/** A prepared answer of the company. */
export interface QuickReply {
  id: number
  shortcode: string
  message: string
  mediaPath?: string | null
  mediaName?: string | null
}
