export const exampleLanguages = ['curl', 'js', 'php'] as const
export type ExampleLanguage = (typeof exampleLanguages)[number]

export function exampleOf(language: ExampleLanguage, kind: 'text' | 'media', origin: string): string {
  return examples[language][kind](`${origin}/api/messages/send`)
}

const examples: Record<ExampleLanguage, Record<'text' | 'media', (url: string) => string>> = {
  curl: {
    text: (url) => `curl -X POST ${url} \\
  -H "Authorization: Bearer TOKEN" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: 1042" \\
  -d '{"number": "5511988880001", "body": "Olá!"}'`,
    media: (url) => `curl -X POST ${url} \\
  -H "Authorization: Bearer TOKEN" \\
  -H "Idempotency-Key: 1043" \\
  -F number=5511988880001 \\
  -F body="Segue o boleto" \\
  -F medias=@boleto.pdf`,
  },
  js: {
    text: (url) => `const response = await fetch('${url}', {
  method: 'POST',
  headers: {
    Authorization: 'Bearer TOKEN',
    'Content-Type': 'application/json',
    'Idempotency-Key': '1042',
  },
  body: JSON.stringify({ number: '5511988880001', body: 'Olá!' }),
})
console.log(await response.json())`,
    media: (url) => `import { openAsBlob } from 'node:fs'

const form = new FormData()
form.set('number', '5511988880001')
form.set('body', 'Segue o boleto')
form.append('medias', await openAsBlob('boleto.pdf'), 'boleto.pdf')

const response = await fetch('${url}', {
  method: 'POST',
  headers: { Authorization: 'Bearer TOKEN', 'Idempotency-Key': '1043' },
  body: form,
})
console.log(await response.json())`,
  },
  php: {
    text: (url) => `<?php
$request = curl_init('${url}');
curl_setopt_array($request, [
  CURLOPT_RETURNTRANSFER => true,
  CURLOPT_HTTPHEADER => [
    'Authorization: Bearer TOKEN',
    'Content-Type: application/json',
    'Idempotency-Key: 1042',
  ],
  CURLOPT_POSTFIELDS => json_encode(['number' => '5511988880001', 'body' => 'Olá!']),
]);
echo curl_exec($request);`,
    media: (url) => `<?php
$request = curl_init('${url}');
curl_setopt_array($request, [
  CURLOPT_RETURNTRANSFER => true,
  CURLOPT_HTTPHEADER => ['Authorization: Bearer TOKEN', 'Idempotency-Key: 1043'],
  CURLOPT_POSTFIELDS => [
    'number' => '5511988880001',
    'body' => 'Segue o boleto',
    'medias' => new CURLFile('boleto.pdf'),
  ],
]);
echo curl_exec($request);`,
  },
}
