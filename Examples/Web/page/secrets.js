// Texts to hand on, without the secrets of the addresses in them. Only its name tells that a parameter is secret; the names
// are those of the Swift library, in String+Secrets.swift.

/** Words that make a name that of a secret, wherever they are in it. */
export const secretWords = [
  'assertion', 'bearer', 'cookie', 'jwe', 'jws', 'jwt', 'macaroon', 'mfa', 'paseto', 'pass', 'pin', 'private', 'psk', 'pswd', 'pw',
  'pwd', 'saml', 'samlrequest', 'samlresponse', 'sess', 'sid', 'sig', 'sign', 'tok', 'verifier', 'wresult',
];

/** The same, also at the end of a longer word. */
export const secretEndings = [
  'auth', 'authcode', 'authorization', 'credential', 'csrf', 'hmac', 'key', 'keyid', 'otp', 'passcode', 'passphrase', 'passwd',
  'password', 'pwd', 'secret', 'sessid', 'session', 'sessionid', 'signature', 'token', 'xsrf',
];

/** Whole names, and those that mean something else where the value is a number or a word. */
export const secretNames = ['apihash', 'backupcode', 'code', 'devicecode', 'onetimecode', 'otc', 'recoverycode'];
export const secretNamesUnlessPlain = ['access', 'appid', 'refresh', 'sso', 'ticket'];

/** Whether a parameter of this name has a secret with this value. The token or the key of a page is none. */
export function hides(name, value) {
  const words = (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase()), whole = words.join('');
  if (secretNames.includes(whole)) return true;
  if (secretNamesUnlessPlain.includes(whole)) return value.length > 20 || !/^([a-z_-]*|\d*)$/i.test(value);
  let start = '';
  return words.some((word) => {
    start += word;
    const isOfPage = /(page|next|cursor|continuation|sync)(token|key)s?$/.test(start);
    return [word, word.replace(/s$/, '')].some((form) =>
      secretWords.includes(form) || !isOfPage && secretEndings.some((ending) => form.endsWith(ending)));
  });
}

const decoded = (text) => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
};

/** The parameters of an address: each as it is written, with its value if that is a secret. A place to be filled in is none. */
const parameters = (address) => address.replace(/#.*/s, '').split('?').slice(1).join('?').split('&').map((text) => {
  const [name, ...rest] = text.split('='), value = rest.join('=');
  return { text, name, secret: rest.length && !/^\{\w+\}$/.test(value) && hides(decoded(name), value) ? value : undefined };
});

/** An address without user, password and fragment, and with `…` for each secret. */
export function maskedAddress(address) {
  // A browser reads it without these, and any number of slashes as two.
  const whole = address.replace(/[\t\n\r]/g, '').replace(/(:[/\\]{2,})[^/\\?#]*@/g, '$1').replace(/#.*/s, '');
  if (!whole.includes('?')) return whole;
  return whole.replace(/\?.*/s, '?') + parameters(whole).map(({ text, name, secret }) => (secret === undefined ? text : `${name}=…`)).join('&');
}

/** What hides in any text the secrets of the addresses in it, and those of one address wherever they stand. */
export function hider(address) {
  const secrets = parameters(address).flatMap(({ secret = '' }) => [secret, decoded(secret)]).sort((a, b) => b.length - a.length);
  return (text) => secrets
    // Of one or two letters, a text would be full.
    .filter(({ length }) => length > 2).reduce((text, secret) => text.replaceAll(secret, '…'), text)
    .replace(/\S+/g, (word) => (word.includes('://') || word.includes('?') ? maskedAddress(word) : word));
}
