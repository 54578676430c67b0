// The reference of the list benchmark: the bare query behind node:http, with the same SQLite library and the same file.
import { createServer } from "node:http";
import Database from "better-sqlite3";

const db = new Database(process.env.BENCH_DATABASE, { readonly: true });
const statements = new Map();

function prepared(sql) {
  const known = statements.get(sql) ?? db.prepare(sql);
  statements.set(sql, known);
  return known;
}

createServer((request, reply) => {
  if (request.method === "GET") return reply.end("{}");
  let body = "";
  request.on("data", (chunk) => {
    body += chunk;
  });
  request.on("end", () => {
    const { sql, parameters } = JSON.parse(body);
    const rows = prepared(sql).all(parameters);
    reply.writeHead(200, { "content-type": "application/json" });
    reply.end(JSON.stringify({ data: { rows } }));
  });
}).listen(Number(process.env.PORT), "127.0.0.1");
