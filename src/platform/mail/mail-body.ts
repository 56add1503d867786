import { escapeHtml } from '../../kernel/text/escape-html'

interface MailBody {
  language: 'pt' | 'en' | 'es'
  greeting: string
  text: string
  /** A button, whose address is also shown. */
  action: { label: string; link: string }
  note: string
}

/** Returns a short mail as plain text and as HTML, whose styles are inline because many programs drop style sheets. */
export function mailBody({ language, greeting, text, action, note }: MailBody) {
  const { label, link } = action
  const paragraph = (content: string, style = '') => `<p style="margin:0 0 16px;${style}">${content}</p>`
  const button = `<a href="${escapeHtml(link)}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:#1a1a1a;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a>`
  const html = [
    `<!doctype html><html lang="${language === 'pt' ? 'pt-BR' : language}"><head><meta charset="utf-8"></head>`,
    '<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif"><div style="max-width:520px">',
    paragraph(escapeHtml(greeting)),
    paragraph(escapeHtml(text)),
    paragraph(button),
    paragraph(escapeHtml(link), 'font-size:13px;word-break:break-all'),
    paragraph(escapeHtml(note), 'font-size:13px'),
    '</div></body></html>',
  ].join('\n')
  return { text: `${greeting}\n\n${text}\n\n${label}:\n${link}\n\n${note}\n`, html }
}
