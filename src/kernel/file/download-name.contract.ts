/** The first is added to a name that has none of them. */
const endings: Record<string, readonly string[]> = {
  'image/jpeg': ['jpg', 'jpeg', 'jfif'],
  'image/png': ['png'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'audio/wav': ['wav'],
  'audio/ogg': ['ogg', 'oga', 'opus'],
  'audio/mpeg': ['mp3', 'mpga'],
  'audio/aac': ['aac'],
  'audio/mp4': ['m4a', 'mp4'],
  'audio/x-m4a': ['m4a'],
  'audio/webm': ['webm', 'weba'],
  'video/ogg': ['ogv', 'ogg'],
  'video/webm': ['webm'],
  'video/mp4': ['mp4', 'm4v'],
  'video/quicktime': ['mov', 'qt'],
  'video/3gpp': ['3gp', '3gpp'],
  'application/pdf': ['pdf'],
  // Documents of many programs are archives.
  'application/zip': [
    'zip',
    'docx',
    'xlsx',
    'pptx',
    'odt',
    'ods',
    'odp',
    'odg',
    'epub',
    'kmz',
    'pages',
    'numbers',
    'key',
  ],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx'],
  'text/plain': [
    'txt',
    'text',
    'log',
    'md',
    'csv',
    'tsv',
    'srt',
    'vtt',
    'ini',
    'conf',
    'json',
    'yml',
    'yaml',
    'vcf',
    'ics',
  ],
  'text/csv': ['csv'],
  'application/json': ['json'],
  'text/vcard': ['vcf', 'vcard'],
  'application/msword': ['doc', 'dot', 'rtf'],
  // Windows claims this type for CSV files.
  'application/vnd.ms-excel': ['xls', 'xlt', 'csv'],
}

export function downloadName(name: string, type: string) {
  const known = endings[type.split(';')[0]?.trim().toLowerCase() ?? '']
  const ending = /\.([^.]+)$/.exec(name.trimEnd())?.[1]?.toLowerCase() ?? ''
  return !known || known.includes(ending) ? name : `${name}.${known[0]}`
}
