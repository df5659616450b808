import type { Socket } from 'node:net';

/** Answers what never became a request (a slow body, a broken header) in the contract's error shape (contract 5). */
export function sendBadRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, reason, code, message] = toAnswer(error.code);
  const body = JSON.stringify({ success: false, error: { code, message } });
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

function toAnswer(code: string | undefined): readonly [number, string, string, string] {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return [408, 'Request Timeout', 'REQUEST_TIMEOUT', 'The request did not arrive in time.'];
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    return [431, 'Request Header Fields Too Large', 'HEADERS_TOO_LARGE', 'The request headers are too large.'];
  }
  return [400, 'Bad Request', 'BAD_REQUEST', 'The request is not valid HTTP.'];
}
