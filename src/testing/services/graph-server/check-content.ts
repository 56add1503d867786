import { type GraphState, invalidParameter, problem } from './graph-state'
import type { GraphPhone, GraphTemplate, Json } from './graph-server.types'

const textMax = 4096
const captionMax = 1024

const isText = (value: unknown, most: number) => typeof value === 'string' && value.length > 0 && value.length <= most
const objectOf = (value: unknown) => (typeof value === 'object' && value !== null ? (value as Json) : {})
const listOf = (value: unknown) => (Array.isArray(value) ? (value as Json[]) : [])

export function checkContent(state: GraphState, phone: GraphPhone, type: string, body: Json): Response | undefined {
  const content = objectOf(body[type])
  switch (type) {
    case 'text':
      return isText(content['body'], textMax)
        ? undefined
        : invalidParameter(`Param text['body'] must be 1 to ${textMax}`)
    case 'image':
    case 'video':
    case 'audio':
    case 'document':
    case 'sticker':
      return checkMedia(state, phone, type, content)
    case 'location':
      return typeof content['latitude'] === 'number' && typeof content['longitude'] === 'number'
        ? undefined
        : invalidParameter('location needs latitude and longitude')
    case 'contacts':
      return listOf(body['contacts']).every((one) => objectOf(one['name'])['formatted_name'])
        ? undefined
        : invalidParameter('contacts need a formatted_name')
    case 'reaction':
      return typeof content['message_id'] === 'string' && typeof content['emoji'] === 'string'
        ? undefined
        : invalidParameter('reaction needs message_id and emoji')
    case 'interactive':
      return checkInteractive(content)
    case 'template':
      return checkTemplate(state, phone, content)
    default:
      return invalidParameter(`Unknown type ${type}`)
  }
}

const typesOf: Record<string, RegExp> = {
  image: /^image\/(jpeg|png)$/,
  video: /^video\/(mp4|3gpp)$/,
  audio: /^audio\/(aac|mp4|mpeg|amr|ogg)$/,
  document: /./,
  sticker: /^image\/webp$/,
}

function checkMedia(state: GraphState, phone: GraphPhone, type: string, content: Json) {
  const media = state.media.get(String(content['id']))
  if (!media || media.phoneId !== phone.id) return problem(400, 131053, 'Media upload error', 'Unknown media id')
  if (!typesOf[type]?.test(media.type))
    return problem(400, 131053, 'Media upload error', `${type} cannot be ${media.type}`)
  const { caption, voice } = content
  if (caption !== undefined && (type === 'audio' || type === 'sticker')) return invalidParameter('No caption here')
  if (caption !== undefined && !isText(caption, captionMax)) return invalidParameter('caption is too long')
  if (voice === true && media.type !== 'audio/ogg') return invalidParameter('Voice messages need ogg with opus')
  return undefined
}

function checkInteractive(content: Json) {
  const text = objectOf(content['body'])['text']
  const action = objectOf(content['action'])
  if (content['type'] === 'button') {
    if (!isText(text, 1024)) return invalidParameter('interactive.body.text must be 1 to 1024')
    const replies = listOf(action['buttons']).map(({ type, reply }) => (type === 'reply' ? objectOf(reply) : {}))
    const titles = replies.map(({ title }) => title)
    if (replies.length < 1 || replies.length > 3) return invalidParameter('1 to 3 buttons')
    if (!replies.every(({ id, title }) => isText(id, 256) && isText(title, 20))) return invalidParameter('Button title')
    return new Set(titles).size === titles.length ? undefined : invalidParameter('Button titles must be unique')
  }
  if (content['type'] !== 'list') return invalidParameter('interactive.type must be button or list')
  if (!isText(text, textMax)) return invalidParameter('interactive.body.text must be 1 to 4096')
  if (!isText(action['button'], 20)) return invalidParameter('action.button must be 1 to 20')
  const rows = listOf(action['sections']).flatMap((section) => listOf(section['rows']))
  if (rows.length < 1 || rows.length > 10) return invalidParameter('1 to 10 rows')
  return rows.every(
    ({ id, title, description }) =>
      isText(id, 200) && isText(title, 24) && (description === undefined || isText(description, 72)),
  )
    ? undefined
    : invalidParameter('Row title must be 1 to 24, description to 72')
}

function checkTemplate(state: GraphState, phone: GraphPhone, content: Json) {
  const { name } = content
  const language = objectOf(content['language'])['code']
  const known = state.templates.filter((one) => one.businessAccountId === phone.businessAccountId && one.name === name)
  const template = known.find((one) => one.language === language)
  if (!template || template.status === 'PENDING' || template.status === 'REJECTED') {
    const details = `template name (${String(name)}) does not exist in ${String(language)}`
    return problem(404, 132001, 'Template name does not exist in the translation', details)
  }
  if (template.status === 'PAUSED') return problem(400, 132015, 'Template is Paused', 'Low quality')
  if (template.status === 'DISABLED') return problem(400, 132016, 'Template is Disabled', 'Low quality')
  const given = listOf(content['components'])
  for (const type of ['HEADER', 'BODY']) {
    const part = given.find((one) => String(one['type']).toUpperCase() === type)
    const parameters = listOf(part?.['parameters'])
    const expected = countVariables(template, type)
    if (parameters.length !== expected) {
      const details = `${type.toLowerCase()}: number of params (${parameters.length}) does not match the expected (${expected})`
      return problem(400, 132000, 'Number of parameters does not match the expected number of params', details)
    }
  }
  return checkFlowButtons(template, given)
}

/** "Flows Templates", developers.facebook.com, June 16, 2026: `sub_type` flow and an action. The refusal without it is from memory. */
function checkFlowButtons({ components }: GraphTemplate, given: Json[]) {
  const buttons = listOf(components.find((one) => one['type'] === 'BUTTONS')?.['buttons'])
  const lacking = buttons.findIndex((button, index) => {
    const part = given.find((one) => one['type'] === 'button' && one['index'] === String(index))
    const [parameter] = listOf(part?.['parameters'])
    const isAction = parameter?.['type'] === 'action' && typeof parameter['action'] === 'object'
    return button['type'] === 'FLOW' && !(part?.['sub_type'] === 'flow' && isAction)
  })
  if (lacking === -1) return undefined
  const details = `buttons: Button at index ${lacking} of type Flow requires a parameter`
  return problem(400, 131008, 'Required parameter is missing', details)
}

/** Variables in a component's text, or 1 for the file of a header. */
function countVariables({ components }: GraphTemplate, type: string) {
  const part = components.find((one) => one['type'] === type)
  if (type === 'HEADER' && part && part['format'] !== undefined && part['format'] !== 'TEXT') return 1
  const names = [...String(part?.['text'] ?? '').matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => name)
  return new Set(names).size
}
