import type { TemplateButton, TemplatePart } from '../channel/channel'
import { variablesOf } from './fill-template.contract'
import type { TemplateBody, TemplateButtonBody } from './template.contract'

type Faults = Record<string, string>

const buttonsMax = { QUICK_REPLY: 10, URL: 2, PHONE_NUMBER: 1, COPY_CODE: 1 }

export const isNumber = (name: string) => /^\d+$/.test(name)

/** The components of a new template, without examples. The texts of a one-time code are Meta's. */
export function composeTemplate(draft: Omit<TemplateBody, 'whatsappId' | 'name' | 'language'>): TemplatePart[] {
  const { category, headerFormat, header, body, footer, buttons, securityAdvice, codeMinutes } = draft
  if (category === 'AUTHENTICATION') {
    return [
      { type: 'BODY', add_security_recommendation: securityAdvice },
      ...(codeMinutes === null ? [] : [{ type: 'FOOTER', code_expiration_minutes: codeMinutes }]),
      { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE' }] },
    ]
  }
  const isFile = headerFormat !== 'TEXT'
  return [
    ...(isFile ? [{ type: 'HEADER', format: headerFormat }] : []),
    ...(header && !isFile ? [{ type: 'HEADER', format: 'TEXT', text: header }] : []),
    { type: 'BODY', text: body },
    ...(footer ? [{ type: 'FOOTER', text: footer }] : []),
    ...(buttons.length > 0 ? [{ type: 'BUTTONS', buttons: buttons.map(composeButton) }] : []),
  ]
}

function composeButton({ type, text, value }: TemplateButtonBody): TemplateButton {
  if (type === 'COPY_CODE') return { type }
  if (type === 'QUICK_REPLY') return { type, text }
  return type === 'URL' ? { type, text, url: value } : { type, text, phone_number: value.replace(/[^\d+]/g, '') }
}

export function faultsOf(body: TemplateBody): Faults {
  return body.category === 'AUTHENTICATION' ? faultsOfCode(body) : { ...faultsOfTexts(body), ...faultsOfButtons(body) }
}

function faultsOfCode({ headerFormat, header, body, footer, buttons }: TemplateBody): Faults {
  const given = { header: header || headerFormat !== 'TEXT', body, footer, buttons: buttons.length > 0 }
  return Object.fromEntries(Object.entries(given).flatMap(([name, is]) => (is ? [[name, 'templateCode']] : [])))
}

function faultsOfTexts(draft: TemplateBody): Faults {
  const { headerFormat, headerHandle, header, body, examples } = draft
  const faults: Faults = {}
  const variables = variablesOf(composeTemplate(draft)).filter(({ part }) => part !== 'button')
  for (const { key, max } of variables) {
    const { length } = examples[key]?.trim() ?? ''
    if (length === 0 || length > max) faults[`examples.${key}`] = length === 0 ? 'required' : 'tooLong'
  }
  for (const part of ['header', 'body'] as const) {
    const names = variables.filter((one) => one.part === part).map(({ name }) => name)
    if (names.some(isNumber) && !names.every((name, index) => name === String(index + 1)))
      faults[part] = 'templateOrder'
  }
  if (variables.some(({ name }) => isNumber(name)) && variables.some(({ name }) => !isNumber(name))) {
    faults['body'] = 'templateOrder'
  }
  if (body === '') faults['body'] = 'required'
  if (headerFormat !== 'TEXT' && header) faults['header'] = 'templateFileOnly'
  if (headerFormat !== 'TEXT' && !headerHandle) faults['headerHandle'] = 'required'
  return faults
}

function faultsOfButtons(draft: TemplateBody): Faults {
  const { buttons } = draft
  const faults: Faults = {}
  const variables = variablesOf(composeTemplate(draft))
  const counts = { QUICK_REPLY: 0, URL: 0, PHONE_NUMBER: 0, COPY_CODE: 0 }
  for (const [index, { type, text, value, example }] of buttons.entries()) {
    const at = `buttons.${index}`
    const variable = variables.find(({ key }) => key === `button:${index}`)
    if (variable && !example) faults[`${at}.example`] = 'required'
    else if (example.length > (variable?.max ?? 0)) faults[`${at}.example`] = variable ? 'tooLong' : 'invalid'
    const isReply = type === 'QUICK_REPLY'
    if (++counts[type] > buttonsMax[type]) faults[`${at}.type`] = 'templateButtons'
    // Quick replies stand together.
    const isApart = isReply && counts.QUICK_REPLY > 1 && buttons[index - 1]?.type !== type
    if (isApart) faults[`${at}.type`] = 'templateReplies'
    if (type !== 'COPY_CODE' && !text) faults[`${at}.text`] = 'required'
    if (type === 'COPY_CODE' && text) faults[`${at}.text`] = 'templateCoupon'
    const isAddressed = type === 'URL' || type === 'PHONE_NUMBER'
    if (isAddressed && !value) faults[`${at}.value`] = 'required'
    else if (type === 'URL' && !/^https?:\/\/[^\s{}]+(?:\{\{1\}\})?$/.test(value)) faults[`${at}.value`] = 'url'
    else if (type === 'PHONE_NUMBER' && !/^\+?(?:[ ().-]*\d){8,15}$/.test(value)) faults[`${at}.value`] = 'phoneLength'
    else if (!isAddressed && value) faults[`${at}.value`] = 'invalid'
  }
  return faults
}
